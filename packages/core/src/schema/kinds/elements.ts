/** The elements of a list, read into an array. */

import type { Cell } from '../cell.ts'
import type { Emitter } from '../emitter.ts'
import { emitStretched } from '../text-stretch.ts'
import type { Input } from '../input-output.ts'
import { emitLoop } from './sequence.ts'

/** Engines make a sparse array if an array is made for more elements than this. */
const PRESIZED_MAX = 2 ** 24

/** Emits an array for this many elements. */
export function emitArray(emitter: Emitter, length: string): string {
  return emitter.local('a', `${length} <= ${PRESIZED_MAX} ? new Array(${length}) : []`)
}

export function emitElementsRead(emitter: Emitter, cell: Cell, length: string, base: string, array: string): void {
  emitStretched(emitter, cell.type.layout.texts, length, () => {
    emitLoop(emitter, length, base, cell.bytes, (head, index) => {
      const element = cell.emitRead(emitter, head)
      emitter.line(`${array}[${index}] = ${element}`)
    })
  })
}

export function readElements(input: Input, cell: Cell, length: number, base: number): unknown[] {
  const array: unknown[] = []
  for (let index = 0; index < length; index++) array.push(cell.read(input, base + index * cell.bytes))
  return array
}
