/** Posts views of the memory of WebAssembly as a buffer that can be resized. Needs a flag of the engine before version 26. */

import { MessageChannel, receiveMessageOnPort } from '@slipring/worker'

const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 }) as WebAssembly.Memory & {
  toResizableBuffer(): ArrayBuffer
}
const buffer = memory.toResizableBuffer()
new Uint8Array(buffer).fill(7)
const { port1, port2 } = new MessageChannel()
for (const view of [new Uint8Array(buffer), new Uint8Array(buffer, 8), new DataView(buffer, 8, 65_528)]) {
  port1.postMessage({ view })
  const { view: copy } = receiveMessageOnPort(port2)!.message as { view: typeof view }
  const native = structuredClone(view)
  console.log(
    copy.byteLength === native.byteLength,
    copy.buffer.byteLength === native.buffer.byteLength,
    copy.buffer.resizable === native.buffer.resizable,
    new Uint8Array(copy.buffer)[9],
    memory.buffer.byteLength,
  )
}
port1.close()
