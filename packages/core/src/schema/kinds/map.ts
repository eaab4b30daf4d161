/** Maps: written like a list of pairs. */
import { type Cell, elementCell } from '../cell.ts'
import { type Describer, type Layout, Type } from '../type.ts'
import type { Input, Output } from '../input-output.ts'
import { type Emitter, type Place } from '../emitter.ts'
import { refuse } from '../misfit.ts'
import { emitStretched } from '../text-stretch.ts'
import {
  checkSequenceEnd,
  emitLoop,
  emitSequenceEnd,
  emitSequenceRead,
  emitSequenceSkipped,
  emitSequenceWritten,
  readSequence,
  sequenceLayout,
  skipSequence,
  writeSequence,
} from './sequence.ts'
import { TupleType } from './struct.ts'

const sizeOf = Object.getOwnPropertyDescriptor(Map.prototype, 'size')!.get as (this: unknown) => number

export class MapType extends Type {
  readonly name = 'Map'
  readonly layout: Layout
  readonly #cell: Cell

  constructor(key: Type, value: Type) {
    super()
    this.#cell = elementCell(new TupleType([key, value]))
    this.layout = sequenceLayout(this.#cell)
  }

  describe(describer: Describer): string {
    return `map(${describer.part(this.#cell.type)})`
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    const entries = emitter.local('v', `${emitter.bind('entriesOf', entriesOf)}(${value})`)
    emitter.leaveIf(`${entries} === undefined`)
    const length = emitter.local('n', `${entries}.length`)
    emitSequenceWritten(emitter, this.#cell, length, place, (base) =>
      emitLoop(emitter, length, base, this.#cell.bytes, (head, index) =>
        this.#cell.emitWrite(emitter, emitter.local('v', `${entries}[${index}]`), head),
      ),
    )
  }

  emitRead(emitter: Emitter, place: Place): string {
    const map = emitter.local('v', 'new Map()')
    const { length, base } = emitSequenceRead(emitter, this.#cell, place)
    emitStretched(emitter, this.#cell.type.layout.texts, length, () => {
      emitLoop(emitter, length, base, this.#cell.bytes, (head) => {
        const entry = emitter.local('v', this.#cell.emitRead(emitter, head))
        emitter.line(`${map}.set(${entry}[0], ${entry}[1])`)
      })
    })
    emitSequenceEnd(emitter, this.#cell, place, base)
    return map
  }

  override emitSkip(emitter: Emitter, place: Place): void {
    emitSequenceSkipped(emitter, this.#cell, place)
  }

  write(out: Output, value: unknown, at: number): void {
    const entries = entriesOf(value) ?? refuse(this.name, value)
    writeSequence(out, this.#cell, entries, entries.length, at)
  }

  read(input: Input, at: number): unknown {
    const map = new Map<unknown, unknown>()
    const { length, base } = readSequence(input, this.#cell, at)
    for (let index = 0; index < length; index++) {
      const entry = this.#cell.read(input, base + index * this.#cell.bytes) as [unknown, unknown]
      map.set(entry[0], entry[1])
    }
    checkSequenceEnd(input, this.#cell, at, base)
    return map
  }

  override skip(input: Input, at: number): void {
    skipSequence(input, this.#cell, at)
  }
}

/** The entries of a Map as they are now: a getter among its values may change it. Undefined for anything else. */
function entriesOf(value: unknown): readonly (readonly [unknown, unknown])[] | undefined {
  try {
    sizeOf.call(value)
  } catch {
    return undefined
  }
  return [...(Map.prototype.entries.call(value as Map<unknown, unknown>) as Iterable<[unknown, unknown]>)]
}
