/** JSON, where each change of a list is a text of its own: what one text for all of them is compared with. */

import type { Codec } from '../codec.ts'

interface Changes {
  readonly changes: readonly unknown[]
}

export function create(memory: SharedArrayBuffer): Codec {
  const buffer = Buffer.from(memory)
  return {
    encode(value, offset) {
      const { changes } = value as Changes
      let at = buffer.writeUInt32LE(changes.length, offset)
      for (const change of changes) {
        const length = buffer.write(JSON.stringify(change), at + 4)
        buffer.writeUInt32LE(length, at)
        at += 4 + length
      }
      return at
    },
    decode(offset) {
      const changes: unknown[] = []
      let at = offset + 4
      for (let left = buffer.readUInt32LE(offset); left > 0; left--) {
        const length = buffer.readUInt32LE(at)
        changes.push(JSON.parse(buffer.toString('utf8', at + 4, at + 4 + length)))
        at += 4 + length
      }
      return { changes }
    },
  }
}
