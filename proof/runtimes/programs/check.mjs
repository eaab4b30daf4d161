/** Runs the checks of one program one after the other, and tells of each in one line of JSON on stdout. */

/** A check that has not settled by then fails; the ones after it still run. */
// Times are those of a quiet machine: what ends later has not hung, what never ends is what is looked for.
const PATIENCE = 4
const LIMIT_MS = 15_000 * PATIENCE

/**
 * The process must then end by itself: whatever is still held is a failure that the caller sees.
 * @param {Record<string, () => unknown>} checks by what they claim
 */
export async function check(checks) {
  say({ plan: Object.keys(checks) })
  let isGood = true
  let fail
  // An error event of a worker that nobody expects: no need to wait for the limit.
  process.on('uncaughtException', (error) => fail?.(error))
  for (const [name, body] of Object.entries(checks)) {
    const failed = new Promise((_resolve, reject) => (fail = reject))
    const timer = setTimeout(() => fail(new Error(`no end after ${LIMIT_MS / 1000} s`)), LIMIT_MS)
    try {
      await Promise.race([body(), failed])
      say({ check: name, error: null })
    } catch (error) {
      isGood = false
      say({ check: name, error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
    }
    clearTimeout(timer)
  }
  // A check that failed may hold the process, which says nothing about the end of it.
  if (isGood) return
  say({ ended: 'by force' })
  process.exit(0)
}

/** A measured value for the report. */
export function note(text) {
  say({ note: text })
}

/** The promise's value, or an error that says what was waited for. */
export function within(quietMs, what, promise) {
  const ms = quietMs * PATIENCE
  let timer
  const limit = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing within ${ms} ms`)), ms)
  })
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}

/** The next `count` messages of a worker or port. */
export function messagesOf(source, count) {
  const promise = new Promise((resolve) => {
    const messages = []
    source.on('message', function take(message) {
      if (messages.push(message) !== count) return
      source.off('message', take)
      resolve(messages)
    })
  })
  return within(12_000, `${count} messages`, promise)
}

/** The code of a worker's exit; to be called before it, and awaited when it is due. */
export function exitOf(worker) {
  const exit = new Promise((resolve) => worker.once('exit', resolve))
  return () => within(5000, 'exit of the worker', exit)
}

export const numbers = (count) => Array.from({ length: count }, (_, index) => index)

function say(line) {
  // Synchronous on every runtime, so that nothing is lost when the process ends.
  console.log(JSON.stringify(line))
}
