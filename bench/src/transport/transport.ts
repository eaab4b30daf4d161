/** A system, as the transport suite sees it. */

import type { End, Line, WorkerTask } from '../threads/line.ts'

/** The worker's answer to a value; undefined: none. It may post others before. */
export type Peer = (value: unknown, post: (value: unknown) => void) => unknown

export interface Transport {
  /** Opens a line to a fresh worker, usable at once. */
  connect(task: WorkerTask): Line
  /** In that worker: has `peer` answer everything that comes. */
  serve(peer: Peer): unknown
}

/** How a system of messages serves. A system of calls has answers of its own. */
export function answer(end: End, peer: Peer): void {
  const post = (value: unknown): void => end.post(value)
  end.receive((value) => {
    const reply = peer(value, post)
    if (reply !== undefined) end.post(reply)
  })
}
