/**
 * Counts what an engine has to run, and so to compile first: functions and calls of one plain message, and of finding that no
 * other came. And what an import loads. By the engine's coverage, in a process of its own that prints JSON.
 */

const MESSAGES = 100
const WARM_UP = 200
const REST_MS = 50
/** Only functions that each message passes, and none that ran now and then. */
const EACH = 0.9

/** @typedef {{ functions: string[], calls: number, files: string[] }} Passed */
/** @typedef {{ functionName: string, ranges: { count: number }[], url: string }} Covered */

// A program without us loads it too.
await import('node:worker_threads')
const before = nodeModules()
const { attach, createChannel } = await import('@slipring/worker')
const modules = nodeModules() - before
// Later: the inspector loads modules of its own.
const { Session } = await import('node:inspector')
const session = new Session()
session.connect()
const source = loadedSource()

session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
/** @type {import('@slipring/worker').PortOptions} */
const options = { waitStrategy: 'park' }
// Not near the end of the ring: a message that goes over it passes more.
const { port, offer } = createChannel({ ...options, startPosition: 0 })
const other = attach(offer, options)
let left = 0
/** @type {Covered[]} */
let untilLast = []
/** @type {() => void} */
let onLast = () => {}
other.on('message', () => {
  if (--left > 0) return
  untilLast = covered()
  onLast()
})
await post(WARM_UP)
covered()
const posted = post(MESSAGES)
const out = each(covered())
await posted
const nothing = covered()
process.stdout.write(JSON.stringify({ out, in: each(untilLast), nothing: passed(nothing, 1), modules, source }), () =>
  process.exit(0),
)

/**
 * Returns once all have come and the other side sleeps.
 * @param {number} count
 */
async function post(count) {
  left = count
  const last = new Promise((resolve) => (onLast = () => resolve(undefined)))
  for (let id = 0; id < count; id++) port.postMessage({ id, x: id * 0.5, y: 2 })
  await last
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
}

/**
 * Our functions that ran since the last call, generated ones too, which have no address.
 * @returns {Covered[]}
 */
function covered() {
  /** @type {Covered[]} */
  const all = []
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    for (const { url, functions } of result) if (isOurs(url)) all.push(...functions.map((one) => ({ ...one, url })))
  })
  return all.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
}

/** @param {Covered[]} functions */
function each(functions) {
  return passed(
    functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) >= MESSAGES * EACH),
    MESSAGES,
  )
}

/**
 * @param {Covered[]} functions
 * @param {number} times
 * @returns {Passed}
 */
function passed(functions, times) {
  const calls = functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0)
  const files = [...new Set(functions.map(({ url }) => url.slice(url.indexOf('/packages/') + 1)))]
  return { functions: functions.map(({ functionName }) => functionName), calls: calls / times, files }
}

/** @param {string} url */
function isOurs(url) {
  return url === '' || url.includes('/packages/')
}

/** Letters of all scripts of ours that are loaded. */
function loadedSource() {
  let letters = 0
  session.on('Debugger.scriptParsed', ({ params: { url, length = 0 } }) => {
    if (url.includes('/packages/')) letters += length
  })
  session.post('Debugger.enable')
  session.post('Debugger.disable')
  return letters
}

function nodeModules() {
  const { moduleLoadList } = /** @type {{ moduleLoadList: string[] }} */ (/** @type {unknown} */ (process))
  return moduleLoadList.filter((name) => name.startsWith('NativeModule ')).length
}
