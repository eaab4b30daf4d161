/** Changes of a shop written by hand: a path and a value, with paths as texts or as numbers that both ends know. */

import type { Change } from '../../workloads/ecommerce.ts'
import { inputsOf } from '../../workload.ts'
import { workloadNamed } from '../../workloads.ts'
import type { Codec } from '../codec.ts'

const [NUMBER, TRUE, FALSE, TEXT, JSON_TEXT] = [0, 1, 2, 3, 4] as const

interface Changes {
  readonly changes: readonly Change[]
}

export function binaryChanges(memory: SharedArrayBuffer, workload: string, isInterned: boolean): Codec {
  const buffer = Buffer.from(memory)
  const [first] = inputsOf(workloadNamed(workload)) as [Changes]
  const paths = first.changes.map(({ path }) => path)
  const numbers = new Map(paths.map((path, number) => [path, number]))

  const writeText = (text: string, at: number): number => {
    const length = buffer.write(text, at + 4)
    buffer.writeUInt32LE(length, at)
    return at + 4 + length
  }
  let end = 0
  const readText = (at: number): string => {
    end = at + 4 + buffer.readUInt32LE(at)
    return buffer.toString('utf8', at + 4, end)
  }
  const writeValue = (value: unknown, at: number): number => {
    if (typeof value === 'number') return buffer.writeDoubleLE(value, buffer.writeUInt8(NUMBER, at))
    if (typeof value === 'boolean') return buffer.writeUInt8(value ? TRUE : FALSE, at)
    if (typeof value === 'string') return writeText(value, buffer.writeUInt8(TEXT, at))
    return writeText(JSON.stringify(value), buffer.writeUInt8(JSON_TEXT, at))
  }
  const readValue = (at: number): unknown => {
    const kind = buffer.readUInt8(at)
    end = at + 1
    if (kind === NUMBER) {
      end += 8
      return buffer.readDoubleLE(at + 1)
    }
    if (kind === TRUE || kind === FALSE) return kind === TRUE
    const text = readText(at + 1)
    return kind === TEXT ? text : (JSON.parse(text) as unknown)
  }
  const writePath = (path: string, at: number): number =>
    isInterned ? buffer.writeUInt16LE(numbers.get(path)!, at) : writeText(path, at)
  const readPath = (at: number): string => {
    if (!isInterned) return readText(at)
    end = at + 2
    return paths[buffer.readUInt16LE(at)]!
  }
  return {
    encode(value, offset) {
      const { changes } = value as Changes
      let at = buffer.writeUInt32LE(changes.length, offset)
      for (const change of changes) at = writeValue(change.value, writePath(change.path, at))
      return at
    },
    decode(offset) {
      const changes: Change[] = []
      end = offset + 4
      for (let left = buffer.readUInt32LE(offset); left > 0; left--)
        changes.push({ path: readPath(end), value: readValue(end) })
      return { changes }
    },
  }
}
