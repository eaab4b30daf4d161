/** Where the parts of a struct or tuple are in its head, and in which order they are written. */
import { FRAME_LOCALS } from './apart.ts'
import { stepsTo, type Layout, roundUp, type Type } from './type.ts'

export interface Field {
  readonly name: string
  readonly type: Type
  /** In the bytes only: a field that this side does not know. */
  readonly isHidden?: boolean
}

export interface Placed extends Field {
  /** Its place among the fields as they were declared. */
  readonly index: number
  readonly offset: number
  /** Number of its first bit. */
  readonly bit: number
}

export interface Plan {
  readonly layout: Layout
  /** In the order of their bytes: heads without tail first, then those whose tails are most aligned. */
  readonly order: readonly Placed[]
  /** The same in runs of fields, each with little enough code for a function that may call itself. */
  readonly groups: readonly (readonly Placed[])[]
  /** As they were declared. */
  readonly declared: readonly Placed[]
  /** Of these, those that are properties of the values. */
  readonly shown: readonly Placed[]
  /** Bits of all fields, and where they start. */
  readonly bits: number
  readonly bitsAt: number
  /** Bytes of the head that nothing uses: offsets and lengths. */
  readonly gaps: readonly (readonly [offset: number, bytes: number])[]
}

export function planOf(fields: readonly Field[]): Plan {
  const gaps: [number, number][] = []
  const placed: Placed[] = []
  let end = 0
  let bits = 0
  // Largest alignment first; of equal ones, those that leave the next aligned.
  const heads = fields
    .map((field, index) => ({ ...field, index }))
    .toSorted((a, b) => b.type.layout.align - a.type.layout.align || unevenness(a.type) - unevenness(b.type))
  for (const { index, ...field } of heads) {
    const { type } = field
    const offset = roundUp(end, type.layout.align)
    if (offset > end) gaps.push([end, offset - end])
    placed.push({ ...field, index, offset, bit: bits })
    end = offset + type.layout.bytes
    bits += type.layout.bits
  }
  const variable = placed
    .filter(({ type }) => !type.layout.isFixed)
    .toSorted(
      (a, b) =>
        b.type.layout.tailGrain - a.type.layout.tailGrain ||
        b.type.layout.tailAlign - a.type.layout.tailAlign ||
        a.index - b.index,
    )
  const declared = placed.toSorted((a, b) => a.index - b.index)
  const aligns = placed.map(({ type }) => type.layout.align)
  const order = [...placed.filter(({ type }) => type.layout.isFixed), ...variable]
  return {
    layout: {
      bytes: end + ((bits + 7) >> 3),
      align: Math.max(1, ...aligns),
      bits: 0,
      isFixed: variable.length === 0,
      tailAlign: variable.at(0)?.type.layout.tailAlign ?? 1,
      tailGrain: Math.min(8, ...variable.map(({ type }) => type.layout.tailGrain)),
      hasTextsOnly: variable.every(({ type }) => type.layout.hasTextsOnly),
      texts: variable.reduce((texts, { type }) => texts + type.layout.texts, 0),
      steps: stepsTo(variable.map(({ type }) => type.layout)),
      locals: placed.reduce((locals, { type }) => locals + type.layout.locals, 1),
    },
    order,
    groups: groupsOf(order),
    declared,
    shown: declared.filter(({ isHidden }) => isHidden !== true),
    bits,
    bitsAt: end,
    gaps,
  }
}

function groupsOf(order: readonly Placed[]): readonly (readonly Placed[])[] {
  const groups: Placed[][] = []
  let locals = Infinity
  for (const field of order) {
    locals += field.type.layout.locals
    if (locals > FRAME_LOCALS) {
      groups.push([])
      locals = field.type.layout.locals
    }
    groups.at(-1)!.push(field)
  }
  return groups
}

function unevenness({ layout }: Type): number {
  return layout.bytes % layout.align
}
