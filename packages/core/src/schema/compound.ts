/** Types of which there may be more than fits one function: their code is in place, or a function's. */
import { emitFilledApart, emitWrittenApart, isApart, partOf, readApart } from './apart.ts'
import type { Emitter, Place } from './emitter.ts'
import { Type } from './type.ts'

export abstract class CompoundType extends Type {
  abstract emitWriteInPlace(emitter: Emitter, value: string, place: Place): void
  abstract emitReadInPlace(emitter: Emitter, place: Place): string

  emitReadIntoInPlace(emitter: Emitter, place: Place, target: string): void {
    super.emitReadInto(emitter, place, target)
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    if (!isApart(emitter, this)) return this.emitWriteInPlace(emitter, value, place)
    emitWrittenApart(emitter, partOf(this, 'writePart'), value, place, (own, head) =>
      this.emitWriteInPlace(emitter, own, head),
    )
  }

  emitRead(emitter: Emitter, place: Place): string {
    if (!isApart(emitter, this)) return this.emitReadInPlace(emitter, place)
    const call = readApart(emitter, partOf(this, 'readPart'), place, (head) => this.emitReadInPlace(emitter, head))
    const value = emitter.local('v', call)
    emitter.line('tail = reached')
    return value
  }

  override emitReadInto(emitter: Emitter, place: Place, target: string): void {
    if (!isApart(emitter, this)) return this.emitReadIntoInPlace(emitter, place, target)
    emitFilledApart(emitter, partOf(this, 'fillPart'), target, place, (own, head) =>
      this.emitReadIntoInPlace(emitter, head, own),
    )
  }
}
