/** The page: it draws the world at every frame, and shows what that costs. */

import { createChannel, type Worker } from '@slipring/browser'
import { InspectorKey } from './inspector.ts'
import type { Timed, WorldKind } from './kind.ts'
import type { ToPage, ToWorker, TransportName } from './messages.ts'
import { Cost, Garbage } from './meter.ts'
import { Panel, type PanelOptions } from './panel.ts'
import { type Frame, openTransport, type Transport } from './transports.ts'

export interface Drawing<C> {
  /** Another world comes: the next frame has nothing to do with those before. */
  reset(entities: number): void
  draw(frame: Frame<C> | undefined): void
}

export interface Shown<W extends Timed, V extends Timed, C, O extends Timed> {
  readonly kind: WorldKind<W, V, C, O>
  readonly worker: Worker
  readonly drawing: Drawing<C>
  readonly entities: PanelOptions['entities']
  /** At the start of every frame. */
  readonly onFrame?: () => void
}

/** The panel is written to so often, so that it costs little itself. */
const PANEL_MS = 250

export function showWorld<W extends Timed, V extends Timed, C, O extends Timed>(shown: Shown<W, V, C, O>): void {
  const { kind, worker, drawing, onFrame } = shown
  const cost = new Cost()
  const garbage = new Garbage()
  const inspector = new InspectorKey(document.querySelector('h1')!.textContent!)
  const panel = new Panel({
    entities: shown.entities,
    onChoice: restart,
    onPause: (isPaused) => tell({ type: 'pause', isPaused }),
  })
  let transport: Transport<C> | undefined
  let run = 0
  let lastFrame = performance.now()
  let lastShown = 0
  let world: Frame<C> | undefined
  // Made once: functions of every frame would be garbage of every frame.
  const receive = (): void => void (world = transport?.frame(performance.now()))
  const ask = (): void => transport?.drawn()

  function tell(message: ToWorker, transfer: Transferable[] = []): void {
    worker.postMessage(message, transfer)
  }

  function restart(name: TransportName, entities: number): void {
    transport?.close()
    run++
    const { port1: native, port2 } = new MessageChannel()
    const { port: rings, offer: ring, transfer } = createChannel()
    transport = openTransport({ kind, name, entities, run, worker, native, rings, cost })
    tell({ type: 'start', transport: name, entities, run, native: port2, ring }, [
      port2,
      ...(transfer as MessagePort[]),
    ])
    drawing.reset(entities)
  }

  function frame(now: number): void {
    requestAnimationFrame(frame)
    // Of messages that came since the last frame.
    const beforeMs = cost.take()
    const started = performance.now()
    onFrame?.()
    inspector.watch(transport?.reader)
    cost.of(receive)
    drawing.draw(world)
    cost.of(ask)
    const mainMs = beforeMs + performance.now() - started
    const receiveMs = beforeMs + cost.take()
    const bytes = garbage.grown()
    if (world !== undefined) panel.add(now - lastFrame, mainMs, receiveMs, world.age, bytes)
    lastFrame = now
    if (now - lastShown > PANEL_MS) {
      lastShown = now
      panel.show()
    }
  }

  worker.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
    if (data.type === 'pace') panel.showPace(data)
  })
  // Some engines isolate a page and have no shared memory all the same.
  document.querySelector<HTMLElement>('#isolation')!.hidden =
    crossOriginIsolated && typeof SharedArrayBuffer === 'function'
  panel.start()
  requestAnimationFrame(frame)
}
