/**
 * A reporter of Node's test runner: a line of JSON for each test, with its name, and why it failed if it did.
 * @param {AsyncIterable<any>} events
 */
export default async function* lines(events) {
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details.type === 'suite' || data.skip !== undefined)
      continue
    const { error } = data.details
    yield `${JSON.stringify([data.name, type === 'test:pass' ? '' : String(error.cause?.message ?? error.message)])}\n`
  }
}
