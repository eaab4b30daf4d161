// Decodes a message of so many resizable buffers, of a byte each, and tells how that ended.
import { decode } from '../../src/codec/index.ts'
import { ARRAY, RESIZABLE_BUFFER } from '../../src/codec/tags.ts'

const count = Number(process.argv[2])
const most = new Uint8Array(Float64Array.of(1 << 14).buffer)
const one = [RESIZABLE_BUFFER, ...most, 1, 7]
const head = [0, ARRAY, (count & 0x7f) | 0x80, ((count >> 7) & 0x7f) | 0x80, count >> 14]
const message = Uint8Array.from([...head, ...Array.from({ length: count }, () => one).flat()])
try {
  console.log((decode(message) as unknown[]).length)
} catch (error) {
  console.log((error as Error).name)
}
