/** The page: it draws the bodies by three.js, and pushes them by its inputs. */

import { Worker } from '@slipring/browser'
import { showWorld } from '../transports/show-world.ts'
import { physicsKind } from './kind.ts'
import type { LatencyMessage } from './latency.ts'
import { ThreeDrawing } from './three-drawing.ts'
import { Pushes } from './world.ts'

/** How much faster a push makes bodies: of a pointer that passes, and of one that is pressed. */
const PASSING = 1.2
const PRESSED = 5

const canvas = document.querySelector('canvas')!
const worker = new Worker(new URL('./physics.worker.ts', import.meta.url), { type: 'module', name: 'physics' })
const pushes = Pushes.writeOn(worker.port, { name: 'push' })
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
    if (pointer.isPressed) push(PRESSED, performance.now())
  },
})

worker.addEventListener('message', ({ data }: MessageEvent<LatencyMessage | { readonly type: 'other' }>) => {
  if (data.type !== 'latency') return
  const [seen, page, waited] = [data.seenMs, data.pageMs, data.waitedMs].map((ms) => ms.toFixed(2))
  input.textContent = `A push: ${seen} ms to the step that sees it: ${page} ms on the page, ${waited} ms in the step before`
})

/** `at`: when that happened, by `performance.now()`. */
function push(speed: number, at: number): void {
  const { origin, direction } = drawing.rayAt(pointer.x, pointer.y)
  const { x: toX, y: toY, z: toZ } = direction
  pushes.set({ x: origin.x, y: origin.y, z: origin.z, toX, toY, toZ, speed }, at)
}

function follow(event: PointerEvent, isPressed: boolean): void {
  Object.assign(pointer, { x: event.clientX, y: event.clientY, isPressed })
}
canvas.addEventListener('pointermove', (event) => {
  follow(event, event.buttons !== 0)
  if (!pointer.isPressed) push(PASSING, event.timeStamp)
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
