/** JSON by hand where that is quick: a path as it is, numbers and booleans without a parser, JSON for all other values. */

import type { Change } from '../../workloads/ecommerce.ts'
import type { Codec } from '../codec.ts'

interface Changes {
  readonly changes: readonly Change[]
}

const [ZERO, NINE, MINUS, T, F] = [48, 57, 45, 116, 102] as const

export function create(memory: SharedArrayBuffer): Codec {
  const buffer = Buffer.from(memory)
  const writeText = (text: string, at: number): number => {
    const length = buffer.write(text, at + 4)
    buffer.writeUInt32LE(length, at)
    return at + 4 + length
  }
  return {
    encode(value, offset) {
      const { changes } = value as Changes
      let at = buffer.writeUInt32LE(changes.length, offset)
      for (const { path, value: given } of changes) at = writeText(textOf(given), writeText(path, at))
      return at
    },
    decode(offset) {
      const changes: Change[] = Array.from({ length: buffer.readUInt32LE(offset) })
      let at = offset + 4
      for (let place = 0; place < changes.length; place++) {
        const pathEnd = at + 4 + buffer.readUInt32LE(at)
        const valueEnd = pathEnd + 4 + buffer.readUInt32LE(pathEnd)
        const path = buffer.toString('utf8', at + 4, pathEnd)
        changes[place] = { path, value: valueOf(buffer.toString('utf8', pathEnd + 4, valueEnd)) as Change['value'] }
        at = valueEnd
      }
      return { changes }
    },
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  return JSON.stringify(value)
}

function valueOf(text: string): unknown {
  const first = text.charCodeAt(0)
  if ((first >= ZERO && first <= NINE) || first === MINUS) return Number(text)
  if (first === T) return true
  return first === F ? false : JSON.parse(text)
}
