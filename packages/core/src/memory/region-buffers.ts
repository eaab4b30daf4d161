/** The memory of the rings that this thread has made or opened: nobody else is to get it by a view of it. */

const buffers = new WeakSet<object>()

export function keepRegionBuffer(buffer: object): void {
  buffers.add(buffer)
}

export function isRegionBuffer(buffer: object): boolean {
  return buffers.has(buffer)
}
