/** The page: draws the world at every frame, and shows what that costs. */

import { createChannel, Worker } from '@slipring/browser'
import { drawingOn } from './drawing.ts'
import { toWorld } from './look.ts'
import type { ToPage, ToWorker, TransportName } from './messages.ts'
import { Cost, Garbage } from './meter.ts'
import { Panel } from './panel.ts'
import type { Pointer } from './simulation.ts'
import { type Frame, openTransport, type Transport } from './transports.ts'

/** The panel is written to so often, so that it costs little itself. */
const PANEL_MS = 250

const canvas = document.querySelector('canvas')!
const drawing = drawingOn(canvas)
const worker = new Worker(new URL('./game.worker.ts', import.meta.url), { type: 'module', name: 'world' })
const panel = new Panel({ onChoice: restart, onPause: (isPaused) => tell({ type: 'pause', isPaused }) })
const cost = new Cost()
const garbage = new Garbage()

let transport: Transport | undefined
let run = 0
let lastFrame = performance.now()
let lastShown = 0

function tell(message: ToWorker, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer)
}

worker.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  if (data.type === 'pace') panel.showPace(data)
})

function restart(name: TransportName, entities: number): void {
  transport?.close()
  run++
  const { port1: native, port2 } = new MessageChannel()
  const { port: rings, offer: ring, transfer } = createChannel()
  transport = openTransport({ name, entities, run, worker, native, rings, cost })
  tell({ type: 'start', transport: name, entities, run, native: port2, ring }, [port2, ...(transfer as MessagePort[])])
  drawing.reset()
}

function frame(now: number): void {
  requestAnimationFrame(frame)
  // Of messages that came since the last frame.
  const beforeMs = cost.take()
  const started = performance.now()
  let world: Frame | undefined
  cost.of(() => (world = transport?.frame(performance.now())))
  drawing.draw(world)
  transport?.drawn()
  const mainMs = beforeMs + performance.now() - started
  const receiveMs = beforeMs + cost.take()
  const bytes = garbage.grown()
  if (world !== undefined) panel.add({ frameMs: now - lastFrame, mainMs, receiveMs, ageMs: world.age, bytes })
  lastFrame = now
  if (now - lastShown > PANEL_MS) {
    lastShown = now
    panel.show()
  }
}

/** The pointer pulls entities, and pushes them away while it is pressed. */
function steer(event: PointerEvent, pull: Pointer['pull']): void {
  tell({ type: 'pointer', pointer: { ...toWorld(canvas, event.clientX, event.clientY), pull } })
}
canvas.addEventListener('pointermove', (event) => steer(event, event.buttons === 0 ? 1 : -1))
canvas.addEventListener('pointerdown', (event) => steer(event, -1))
canvas.addEventListener('pointerup', (event) => steer(event, event.pointerType === 'mouse' ? 1 : 0))
canvas.addEventListener('pointerleave', (event) => steer(event, 0))

// Some engines isolate a page and have no shared memory all the same.
document.querySelector<HTMLElement>('#isolation')!.hidden =
  crossOriginIsolated && typeof SharedArrayBuffer === 'function'
panel.start()
requestAnimationFrame(frame)
