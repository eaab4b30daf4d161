/** The main thread of a fresh process: prints what it has measured as JSON. JavaScript: nothing is to be compiled first. */

const start = performance.now()
const { system, way, marks, workers, ages } = JSON.parse(process.argv[2])
const { Worker } = await import(system === 'slipring' ? '@slipring/worker' : 'node:worker_threads')
const count = marks.at(-1) ?? 0

const payload = (id) => ({ id, x: id * 0.5, y: id * -0.25, name: `player ${id % 50}`, tags: ['a', 'b'] })
const open = () => new Worker(new URL('./pair-worker.mjs', import.meta.url), { workerData: { system, way, count } })

const worker = open()
let take
worker.on('message', (message) => take(message))
await new Promise((resolve) => (take = resolve))
const readyAt = performance.now()
const times = []
const stretches = ages.map(() => [])

if (ages.length > 0) await byAge()
else if (way === 'echo') await echo()
else await oneWay()
await worker.terminate()

const nextWorkers = []
for (let i = 0; i < workers; i++) nextWorkers.push(await firstAnswer())
console.log(JSON.stringify({ ready: readyAt - start, times, nextWorkers, stretches }))
process.exit(0)

async function echo() {
  let got = 0
  await new Promise((resolve) => {
    take = (message) => {
      if (message.id !== got) throw new Error(`message ${got} came back as ${message.id}`)
      got++
      if (got === marks[times.length]) times.push(performance.now() - readyAt)
      if (got === count) return resolve()
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
      if (got === count) resolve()
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
      stretches[stretch].push((now - sent) * 1000)
      while (stretch < ages.length && now - readyAt > ages[stretch] * 1000) stretch++
      if (stretch === ages.length) return resolve()
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
  await new Promise((resolve) => next.on('message', (message) => message !== 'ready' && resolve()))
  const time = performance.now() - begun
  await next.terminate()
  return time
}
