/** The page of the game. */

import { Worker } from '@slipring/browser'
import { showWorld } from '../transports/show-world.ts'
import { drawingOn } from './drawing.ts'
import { gameKind } from './kind.ts'
import { toWorld } from './look.ts'
import { Steering } from './world.ts'

const canvas = document.querySelector('canvas')!
const worker = new Worker(new URL('./game.worker.ts', import.meta.url), { type: 'module', name: 'world' })
const steering = Steering.writeOn(worker.port, { name: 'steering' })

showWorld({
  kind: gameKind,
  worker,
  drawing: drawingOn(canvas),
  entities: { name: 'Entities', least: 1000, most: 50_000, first: 10_000 },
})

/** The pointer pulls entities, and pushes them away while it is pressed. */
function steer(event: PointerEvent, isThere: boolean, isPressed: boolean): void {
  steering.set({ ...toWorld(canvas, event.clientX, event.clientY), isThere, isPressed }, event.timeStamp)
}
canvas.addEventListener('pointermove', (event) => steer(event, true, event.buttons !== 0))
canvas.addEventListener('pointerdown', (event) => steer(event, true, true))
canvas.addEventListener('pointerup', (event) => steer(event, event.pointerType === 'mouse', false))
canvas.addEventListener('pointerleave', (event) => steer(event, false, false))
