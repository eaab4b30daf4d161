import { expect, test } from 'vitest'
import { columns, f32, struct, table, u32 } from '../../src/schema/index.ts'
import { attachState, createState, shownFields } from '../../src/state/index.ts'

test('shownFields() gives the fields of the state that the reader has, and goes to no newer one', () => {
  const World = struct({
    tick: u32,
    inner: struct({ all: columns(struct({ x: f32 }), 2) }),
    bodies: table(struct({ y: f32 }), 4),
  })
  const { writer, offer } = createState(World)
  const reader = attachState(World, offer)
  expect(shownFields(reader)).toBeUndefined()
  const tick = (): void =>
    writer.update((world) => {
      world.tick++
      world.inner.all.x.fill(7)
      world.bodies.add({ y: 3 })
    })
  tick()
  reader.latest()
  tick()
  const whole = shownFields(reader)!
  expect([whole.name, whole.type, whole.fields.map(({ name, type }) => [name, type])]).toEqual([
    '',
    'struct',
    [
      ['tick', 'u32'],
      ['inner', 'struct'],
      ['bodies', 'table of 4'],
    ],
  ])
  const [tickField, inner, bodies] = whole.fields
  expect(tickField!.value).toBe(1)
  const { name, value } = inner!.fields[0]!.fields[0]!
  expect([name, value]).toEqual(['x', new Float32Array([7, 7])])
  expect([(bodies!.value as { size: number }).size, bodies!.fields[0]!.name]).toEqual([1, 'y'])
  reader.close()
  expect(shownFields(reader)).toBeUndefined()
  writer.close()
})
