/** The page of the game. */

import { Worker } from '@slipring/browser'
import { showWorld } from '../transports/show-world.ts'
import { drawingOn } from './drawing.ts'
import type { PointerMessage } from './game.worker.ts'
import { gameKind } from './kind.ts'
import { toWorld } from './look.ts'
import type { Pointer } from './simulation.ts'

const canvas = document.querySelector('canvas')!
const worker = new Worker(new URL('./game.worker.ts', import.meta.url), { type: 'module', name: 'world' })

showWorld({
  kind: gameKind,
  worker,
  drawing: drawingOn(canvas),
  entities: { name: 'Entities', least: 1000, most: 50_000, first: 10_000 },
})

/** The pointer pulls entities, and pushes them away while it is pressed. */
function steer(event: PointerEvent, pull: Pointer['pull']): void {
  const message: PointerMessage = {
    type: 'pointer',
    pointer: { ...toWorld(canvas, event.clientX, event.clientY), pull },
  }
  worker.postMessage(message)
}
canvas.addEventListener('pointermove', (event) => steer(event, event.buttons === 0 ? 1 : -1))
canvas.addEventListener('pointerdown', (event) => steer(event, -1))
canvas.addEventListener('pointerup', (event) => steer(event, event.pointerType === 'mouse' ? 1 : 0))
canvas.addEventListener('pointerleave', (event) => steer(event, 0))
