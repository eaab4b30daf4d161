/** Draws what the C program in the worker has written, from the memory of that program. */

import { Worker } from '@slipring/browser'
import { attachState, type StateOffer } from '@slipring/core/state'
import { Bodies, COUNT } from './bodies.ts'

const canvas = document.querySelector('canvas')!
const status = document.querySelector('#status')!
const context = canvas.getContext('2d')!
const { width, height } = canvas

const worker = new Worker(new URL('./page.worker.ts', import.meta.url), { type: 'module' })
const first = await worker.port.receive()
if (typeof first === 'string') {
  status.textContent = first
} else {
  const reader = attachState(Bodies, first as StateOffer)
  requestAnimationFrame(function draw() {
    const state = reader.latest()
    if (state !== undefined) {
      const { x, y } = state.bodies
      context.fillStyle = '#10131a'
      context.fillRect(0, 0, width, height)
      context.fillStyle = '#6cc7ff'
      for (let body = 0; body < COUNT; body++) context.fillRect(x[body]! * width, y[body]! * height, 2, 2)
      status.textContent = `C has written ${reader.version} states of ${COUNT} bodies (reader.mode is "${reader.mode}")`
    }
    requestAnimationFrame(draw)
  })
}
