/** Compares what came up with what may, and says it in a table. */

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} verdict `unlisted` where nobody thought of it
 * @property {number} count
 * @property {string} explained
 *
 * @typedef {object} Judgement
 * @property {string} test
 * @property {number} total
 * @property {readonly Row[]} rows
 * @property {readonly string[]} faults outcomes that came up and must not; and that there was no race at all
 * @property {readonly string[]} unseen outcomes that would show an overlap, and did not come up
 */

/**
 * @param {import('./lock-step.js').LitmusTest} test
 * @param {import('./lock-step.js').Counts} counts
 * @returns {Judgement}
 */
export function judge({ name: test, outcomes }, counts) {
  const rows = outcomes.map(({ result, name, verdict, explained }) => {
    return { name, verdict, count: counts[result.join()] ?? 0, explained }
  })
  const listed = new Set(outcomes.map(({ result }) => result.join()))
  for (const [result, count] of Object.entries(counts))
    if (!listed.has(result)) rows.push({ name: result, verdict: /** @type {any} */ ('unlisted'), count, explained: '' })
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const faults = rows.filter(isFault).map(({ name, verdict, count }) => `${name} (${verdict}) ${count} times`)
  return {
    test,
    total,
    rows,
    // Where nothing raced nothing forbidden can come up.
    faults: total === 0 ? ['not one race was run'] : faults,
    unseen: rows.filter(({ verdict, count }) => verdict === 'interesting' && count === 0).map(({ name }) => name),
  }
}

/** @param {{ verdict: string, count: number }} row */
function isFault({ verdict, count }) {
  return count > 0 && (verdict === 'forbidden' || verdict === 'unlisted')
}

/**
 * The table of one test.
 * @param {Judgement} judgement
 */
export function tableOf({ test, total, rows, unseen }) {
  const lines = rows.map(
    ({ name, verdict, count, explained }) =>
      `  ${String(count).padStart(11)}  ${verdict.padEnd(11)}  ${name.padEnd(34)}  ${explained}`,
  )
  const notes = unseen.map((name) => `  not seen here: ${name}. Nothing says that these threads overlapped so`)
  return [`${test}: ${total} races`, ...lines, ...notes].join('\n')
}
