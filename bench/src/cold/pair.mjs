/** The main thread of a fresh process: prints what it has measured as JSON. JavaScript: nothing is to be compiled first. */

const start = performance.now()
/** @type {{ system: string, way: string, marks: number[], workers: number, ages: number[] }} */
const { system, way, marks, workers, ages } = JSON.parse(process.argv[2] ?? '')
const { Worker } = await import(system === 'slipring' ? '@slipring/worker' : 'node:worker_threads')
const count = marks.at(-1) ?? 0

/** @param {number} id */
const payload = (id) => ({ id, x: id * 0.5, y: id * -0.25, name: `player ${id % 50}`, tags: ['a', 'b'] })
const open = () => new Worker(new URL('./pair-worker.mjs', import.meta.url), { workerData: { system, way, count } })

const worker = open()
/** @type {(message: any) => void} */
let take = () => {}
worker.on('message', (/** @type {unknown} */ message) => take(message))
await new Promise((resolve) => (take = () => resolve(undefined)))
const readyAt = performance.now()
/** @type {number[]} */
const times = []
/** @type {number[][]} */
const stretches = ages.map(() => [])

if (ages.length > 0) await byAge()
else if (way === 'echo') await echo()
else await oneWay()
await worker.terminate()

const nextWorkers = []
for (let i = 0; i < workers; i++) nextWorkers.push(await firstAnswer())
// Not before all of it is written: a pipe takes it in pieces.
process.stdout.write(JSON.stringify({ ready: readyAt - start, times, nextWorkers, stretches }), () => process.exit(0))

async function echo() {
  let got = 0
  await new Promise((resolve) => {
    take = (message) => {
      if (message.id !== got) throw new Error(`message ${got} came back as ${message.id}`)
      got++
      if (got === marks[times.length]) times.push(performance.now() - readyAt)
      if (got === count) return resolve(undefined)
      worker.postMessage(payload(got))
    }
    worker.postMessage(payload(0))
  })
}

async function oneWay() {
  let got = 0
  await new Promise((resolve) => {
    take = (message) => {
      if (message.id !== got) throw new Error(`message ${message.id} came where ${got} was next`)
      got++
      if (got === marks[times.length]) times.push(performance.now() - readyAt)
      if (got === count) resolve(undefined)
    }
    worker.postMessage('go')
  })
}

async function byAge() {
  let stretch = 0
  let got = 0
  let sent = performance.now()
  await new Promise((resolve) => {
    take = () => {
      const now = performance.now()
      stretches[stretch]?.push((now - sent) * 1000)
      while (stretch < ages.length && now - readyAt > (ages[stretch] ?? Infinity) * 1000) stretch++
      if (stretch === ages.length) return resolve(undefined)
      sent = performance.now()
      worker.postMessage(payload(++got))
    }
    worker.postMessage(payload(0))
  })
}

async function firstAnswer() {
  const begun = performance.now()
  const next = open()
  next.postMessage(payload(0))
  await new Promise((resolve) =>
    next.on('message', (/** @type {unknown} */ message) => message !== 'ready' && resolve(undefined)),
  )
  const time = performance.now() - begun
  await next.terminate()
  return time
}
