/** Plays a program over native ports and over ours; the test that opened the page makes them up and compares the logs. */

import { attach, createChannel } from '@slipring/browser'
import { runProgram } from './random-program.js'

globalThis.play = async (program) => ({
  native: await runProgram(program, () => {
    const { port1, port2 } = new MessageChannel()
    return [port1, port2]
  }),
  ours: await runProgram(program, () => {
    // Small, so that it is often full.
    const { port, offer } = createChannel({ capacity: 4096 })
    return [port, attach(offer)]
  }),
})
