import { baseline, bench, contend, exchange, suite } from '@slipring/bench'

function sum(count: number): number {
  let total = 0
  for (let i = 0; i < count; i++) total += i * total
  return total
}

suite('sums', () => {
  baseline('of many', () => sum(40_000))
  bench('of half as many', () => sum(20_000))
})

contend('adds in two workers', {
  setup: () => new Int32Array(new SharedArrayBuffer(4)),
  run: (words) => Atomics.add(words, 0, 1),
  teardown(words, calls) {
    if (words[0] !== calls) throw new Error(`${calls} calls, and ${words[0]} counted`)
  },
})

interface Port {
  postMessage(value: unknown): void
  onmessage: (event: { data: number }) => void
}

exchange('there and back', {
  main: (worker) => {
    const port = worker as unknown as Port
    // Sent before the worker listens.
    port.postMessage(-1)
    return () =>
      new Promise<void>((resolve) => {
        port.onmessage = ({ data }) => data === 1 && resolve()
        port.postMessage(1)
      })
  },
  worker: (parentPort) => {
    const port = parentPort as unknown as Port
    port.onmessage = ({ data }) => port.postMessage(data)
  },
})

bench('rejects unheard', () => {
  void Promise.reject(new RangeError('nobody hears it'))
})
