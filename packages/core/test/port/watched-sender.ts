/** A `Pressure` over a sender of which a test says how much is buffered. */

import type { Sender } from '../../src/direction/sender.ts'
import type { Host } from '../../src/host.ts'
import { Pressure } from '../../src/port/pressure.ts'

interface Watched {
  readonly pressure: Pressure
  /** The ring whose release is waited for. */
  readonly words: Int32Array
  /** The arguments of `hold`, in order. */
  readonly held: boolean[]
}

/** More than 10 bytes are too much. */
export function watch(lookAtBuffered: () => number, host: Partial<Host> = {}, wantDrained = (): void => {}): Watched {
  const words = new Int32Array(new SharedArrayBuffer(1024))
  const held: boolean[] = []
  const pressure = new Pressure({
    host: host as Host,
    onDrain: () => {},
    peerClosed: () => new Error('closed'),
    goneError: () => undefined,
    hold: (isHeld) => held.push(isHeld),
  })
  const sender = {
    lookAtBuffered,
    findReleasing: () => words,
    limits: { readyAt: 10, forgetRefused: () => {} },
    rings: { isReceiverClosed: false, isInOlderRings: false },
    wantDrained,
  }
  pressure.sender = sender as unknown as Sender
  return { pressure, words, held }
}
