/** What the transport suite asks of a system. */

import type { End, Line, WorkerTask } from '../threads/line.ts'

/** The worker's answer to a value; undefined: none. */
export type Peer = (value: unknown) => unknown

export interface Transport {
  /** Opens a line to a fresh worker, usable at once. */
  connect(task: WorkerTask): Line
  /** In that worker: has `peer` answer everything that comes. */
  serve(peer: Peer): void
}

/** How a system of messages serves. A system of calls has answers of its own. */
export function answer(end: End, peer: Peer): void {
  end.receive((value) => {
    const reply = peer(value)
    if (reply !== undefined) end.post(reply)
  })
}
