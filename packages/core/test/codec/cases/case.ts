/** A value that structured clone carries, by name: made fresh for each test, since some are changed by being read. */
export type Case = readonly [name: string, make: () => unknown]
