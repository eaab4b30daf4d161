/** The memory of the rings that this thread has made or opened: nobody else is to get it by a view of it. */

const buffers = new WeakSet<object>()
let areLent = false

export function keepRegionBuffer(buffer: object): void {
  buffers.add(buffer)
}

export function isRegionBuffer(buffer: object): boolean {
  return buffers.has(buffer)
}

/** The program has got a view of one, which it may post by any port. */
export function noteLent(): void {
  areLent = true
}

/** Whether it ever has. */
export function wereLent(): boolean {
  return areLent
}
