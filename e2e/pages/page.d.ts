/** What each page leaves for the test that opened it. */
declare var result: Promise<unknown>
