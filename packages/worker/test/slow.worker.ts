/** Takes some messages a millisecond, whose numbers must be in order, until it is asked for a report. */

import { parentPort, workerData } from 'node:worker_threads'
import { attach, receiveMessageOnPort } from '@slipring/worker'

const { offer, taken } = workerData
const port = attach(offer)
let received = 0
let misplaced = 0

const timer = setInterval(() => {
  for (let count = 0; count < taken; count++) {
    const next = receiveMessageOnPort(port)
    if (next === undefined) return
    if (next.message === 'report') {
      clearInterval(timer)
      return parentPort!.postMessage({ received, misplaced })
    }
    if ((next.message as { number: number }).number !== received++) misplaced++
  }
}, 1)
