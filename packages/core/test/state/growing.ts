/** A state that grows and shrinks, from some bytes to some megabytes. */

import { type Infer, type InferView, string, struct, typedArray, u32 } from '../../src/schema/index.ts'

export const Growing = struct({ tick: u32, name: string, cells: typedArray('u32') })

const MOST_CELLS = 1 << 20
/** Each size is 1.6 times the one before, then it begins anew. */
const SIZES: readonly number[] = Array.from({ length: 30 }, (_, n) => Math.floor(1.6 ** n)).filter(
  (n) => n <= MOST_CELLS,
)

export function growing(tick: number, memory: Uint32Array): Infer<typeof Growing> {
  const cells = memory.subarray(0, SIZES[tick % SIZES.length])
  return { tick, name: 'n'.repeat(tick % 100), cells: cells.fill(tick) }
}

export function memoryFor(): Uint32Array {
  return new Uint32Array(MOST_CELLS)
}

export function isWhole({ tick, name, cells }: InferView<typeof Growing>): boolean {
  return (
    name.length === tick % 100 && cells.length === SIZES[tick % SIZES.length] && cells.every((cell) => cell === tick)
  )
}
