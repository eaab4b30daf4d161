import { describe, expect, test } from 'vitest'
import {
  createSpan,
  f64,
  type Infer,
  list,
  nullable,
  type Schema,
  string,
  struct,
  table,
  u32,
  union,
  withDefault,
} from '../../src/schema/index.ts'

const Numbers = table(struct({ key: u32, x: f64 }), 4)
const Growing = table(struct({ key: u32, x: f64 }), 2, { maxCapacity: 8 })

/** Copies a view by `copyOf`, and then clears its memory. */
function copyAfter<T, V>(schema: Schema<T, V>, value: T): T {
  const message = schema.encode(value)
  const copied = schema.copyOf(schema.view(message))
  message.fill(0)
  return copied
}

/** A table with one row. */
function written(x: number): { numbers: Infer<typeof Numbers>; id: number } {
  const numbers = Numbers.decode(new Uint8Array(Numbers.type.layout.bytes))
  return { numbers, id: numbers.add({ key: 1, x }) }
}

describe.each([
  ['generated code', 'auto'],
  ['without generated code', 'never'],
] as const)('the view of a table, %s', (_, codegen) => {
  const schema = Numbers.with({ codegen })
  const memory = createSpan(new ArrayBuffer(4096), 0, 4096)

  // 4: `key` is aligned, and `x` is not.
  test.each([0, 1, 4])('shows the numbers of each message at byte %i', (offset) => {
    const { numbers, id } = written(0)
    const viewer = schema.viewer()
    for (const x of [1, 2, 3]) {
      numbers.row(id).x = x
      const view = viewer.at(memory, offset, schema.encodeInto(numbers, memory, offset))
      expect(view.row(id).x).toBe(x)
      expect(Array.from(view, (row) => row.x)).toEqual([x])
      expect(Array.from(view.changes(0), (row) => row.x)).toEqual([x])
    }
  })

  test('shows the numbers of each message behind texts of any length', () => {
    const after = union('kind', { named: struct({ name: string, numbers: Numbers }) }).with({ codegen })
    const viewer = after.viewer()
    for (const name of ['', '1', '12', '1234', '12345678', '1234']) {
      const { numbers, id } = written(name.length)
      const message = { kind: 'named' as const, name, numbers }
      const view = viewer.at(memory, 0, after.encodeInto(message, memory, 0))
      expect(view.numbers.row(id).x).toBe(name.length)
    }
  })

  test('is the view of a table also in a list', () => {
    const tables = list(Numbers).with({ codegen })
    const view = tables.view(tables.encode([written(1).numbers, written(2).numbers]))
    expect(Array.from(view, (one) => Array.from(one, (row) => row.x))).toEqual([[1], [2]])
  })

  test('is copied by the copyOf of the schema', () => {
    const { numbers, id } = written(1)
    const growing = Growing.decode(new Uint8Array(8))
    const grownId = growing.add({ key: 1, x: 1 })
    for (const [copied, row] of [
      [copyAfter(schema, numbers), id],
      [copyAfter(nullable(Numbers).with({ codegen }), numbers), id],
      [copyAfter(Growing.with({ codegen }), growing), grownId],
    ] as const) {
      expect(copied!.row(row).x).toBe(1)
      copied!.row(row).x = 2
      expect(copied!.row(row).x).toBe(2)
    }
    expect(nullable(Numbers).copyOf(null)).toBe(null)
  })

  test('ends with its rows when it is released', () => {
    const inStruct = struct({ numbers: Numbers }).with({ codegen })
    const inList = list(Numbers).with({ codegen })
    const [alone, ofStruct, ofList] = [schema.viewer(), inStruct.viewer(), inList.viewer()]
    type Table = Infer<typeof Numbers>
    const cases = [
      [alone, (numbers: Table) => alone.at(memory, 0, schema.encodeInto(numbers, memory, 0))],
      [ofStruct, (numbers: Table) => ofStruct.at(memory, 0, inStruct.encodeInto({ numbers }, memory, 0)).numbers],
      [ofList, (numbers: Table) => ofList.at(memory, 0, inList.encodeInto([numbers], memory, 0)).at(0)!],
    ] as const
    for (const [viewer, open] of cases) {
      const { numbers, id } = written(1)
      const view = open(numbers)
      const [looped, asked] = [Array.from(view)[0]!, view.row(id)]
      viewer.release()
      const reads = [() => looped.x, () => asked.x, () => JSON.stringify(looped), () => view.row(id), () => [...view]]
      for (const read of reads) expect(read).toThrow(/released/)
      numbers.row(id).x = 2
      const next = open(numbers)
      expect([next.row(id).x, ...Array.from(next, (row) => row.x)]).toEqual([2, 2])
    }
  })
})

test.each([
  ['of a capacity', Numbers],
  ['that grows', Growing],
])('a draft has an empty table %s, which can be filled', (_, rows) => {
  const World = struct({ name: string, rows, spare: withDefault(rows, rows.draft()) })
  const draft = World.draft()
  draft.name = 'a'
  draft.rows.add({ x: 1 })
  draft.spare.add({ x: 2 })
  const decoded = World.decode(World.encode(draft))
  expect(Array.from(decoded.rows, ({ x }) => x)).toEqual([1])
  expect(Array.from(decoded.spare, ({ x }) => x)).toEqual([2])
  expect(World.draft().rows.size).toBe(0)
})
