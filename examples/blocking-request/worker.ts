import { parentPort, receiveMessageSync, workerData } from '@slipring/worker'
import type { Airport } from './main.ts'

const port = parentPort!
const { template, rounds } = workerData as { template: string; rounds: number }

/** Asks the main thread, and sleeps until the answer is there. It uses no CPU meanwhile. */
function ask(code: string): Airport {
  port.postMessage(code)
  const received = receiveMessageSync(port, { timeout: 10_000 })
  if (received === undefined) throw new Error(`The main thread did not answer about ${code}`)
  return received.message as Airport
}

// `replace` takes no promise: its callback must know the text when it returns.
const fill = (): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, code: string) => {
    const { city, state } = ask(code)
    return `${city}, ${state}`
  })

const text = fill()
const since = performance.now()
for (let round = 0; round < rounds; round++) fill()
port.postMessage({ text, milliseconds: performance.now() - since })
