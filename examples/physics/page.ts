/** The page: it draws the bodies by three.js, and pushes them by a typed channel. */

import { Worker } from '@slipring/browser'
import { sharedNow } from '../transports/messages.ts'
import { showWorld } from '../transports/show-world.ts'
import type { InputMessage } from './inputs.ts'
import { physicsKind } from './kind.ts'
import { ThreeDrawing } from './three-drawing.ts'
import { Push } from './world.ts'

/** How much faster a push makes bodies: of a pointer that passes, and of one that is pressed. */
const PASSING = 1.2
const PRESSED = 5

const canvas = document.querySelector('canvas')!
const worker = new Worker(new URL('./physics.worker.ts', import.meta.url), { type: 'module', name: 'physics' })
const pushes = worker.port.channel(Push, { name: 'push' })
const drawing = new ThreeDrawing(canvas)
const input = document.querySelector('#input')!
document.querySelector<HTMLElement>('#no-webgl')!.hidden = drawing.isVisible
const pointer = { x: 0, y: 0, isPressed: false }

showWorld({
  kind: physicsKind,
  worker,
  drawing,
  entities: { name: 'Bodies', least: 1000, most: 10_000, first: 5000 },
  // A pointer that is held down pushes on.
  onFrame: () => {
    if (pointer.isPressed) push(PRESSED)
  },
})

worker.addEventListener('message', ({ data }: MessageEvent<InputMessage | { readonly type: 'other' }>) => {
  if (data.type !== 'input') return
  input.textContent = `A push: ${data.takenMs.toFixed(2)} ms to the worker, ${data.seenMs.toFixed(2)} ms to its step`
})

function push(speed: number): void {
  const at = sharedNow()
  const { origin, direction } = drawing.rayAt(pointer.x, pointer.y)
  pushes.write((record) => {
    record.x = origin.x
    record.y = origin.y
    record.z = origin.z
    record.toX = direction.x
    record.toY = direction.y
    record.toZ = direction.z
    record.speed = speed
    record.at = at
  })
}

function follow(event: PointerEvent, isPressed: boolean): void {
  Object.assign(pointer, { x: event.clientX, y: event.clientY, isPressed })
}
canvas.addEventListener('pointermove', (event) => {
  follow(event, event.buttons !== 0)
  if (!pointer.isPressed) push(PASSING)
})
canvas.addEventListener('pointerdown', (event) => {
  canvas.setPointerCapture(event.pointerId)
  follow(event, true)
})
canvas.addEventListener('pointerup', (event) => follow(event, false))
canvas.addEventListener('pointercancel', (event) => follow(event, false))
canvas.addEventListener('wheel', ({ deltaY }) => drawing.move(0, 0, -0.001 * deltaY), { passive: true })

const MOVES: Readonly<Record<string, readonly [around: number, up: number, nearer: number]>> = {
  a: [-0.06, 0, 0],
  d: [0.06, 0, 0],
  w: [0, 0.05, 0],
  s: [0, -0.05, 0],
  '+': [0, 0, 0.06],
  '-': [0, 0, -0.06],
}
document.addEventListener('keydown', ({ key }) => {
  const move = MOVES[key.toLowerCase()]
  if (move !== undefined) drawing.move(...move)
})
