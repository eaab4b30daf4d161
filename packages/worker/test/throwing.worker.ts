/** Throws on every third message; reports what it saw and what was caught. */

import { parentPort } from '@slipring/worker'

const seen: number[] = []
const caught: string[] = []
process.on('uncaughtException', (error) => caught.push(error.message))
parentPort!.on('message', (number: number) => {
  seen.push(number)
  if (number === 9) setTimeout(() => parentPort!.postMessage({ seen, caught }), 20)
  else if (number % 3 === 0 && number > 0) throw new Error(String(number))
})
