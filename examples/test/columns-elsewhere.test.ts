import { addComponent, addEntity, createWorld, query, removeEntity } from 'bitecs'
import { columns, f32, struct, table } from '@slipring/core/schema'
import { attachState, createState } from '@slipring/core/state'
import { BufferAttribute, BufferGeometry } from 'three'
import { expect, test } from 'vitest'

const COUNT = 100
const Scene = struct({ position: columns(struct({ x: f32, y: f32 }), COUNT) })

test('columns are component stores of bitECS, and what its systems write is the next state', () => {
  const { writer, offer } = createState(Scene)
  const reader = attachState(Scene, offer)
  const world = createWorld()
  const entities = Array.from({ length: 10 }, () => addEntity(world))
  writer.update(({ position }) => {
    for (const entity of entities) addComponent(world, entity, position)
  })
  for (let frame = 1; frame <= 5; frame++) {
    writer.update(({ position }) => {
      for (const entity of query(world, [position])) position.x[entity]! += entity
    })
    const { x } = reader.latest()!.position
    for (const entity of query(world, [])) expect(x[entity]).toBe(frame * entity)
  }
  removeEntity(world, entities[0]!)
  writer.update(({ position }) => {
    for (const entity of query(world, [position])) position.y[entity] = 1
  })
  expect(reader.latest()!.position.y.filter((y) => y === 1)).toHaveLength(9)
})

test('columns and tables are attributes of three.js, over the shared memory itself', () => {
  const Bodies = table(struct({ x: f32, size: f32 }), COUNT)
  const { writer, offer } = createState(Bodies)
  const reader = attachState(Bodies, offer)
  writer.update((bodies) => void bodies.add({ x: 3, size: 2 }))
  const geometry = new BufferGeometry()
  const x = new BufferAttribute(reader.latest()!.columns.x, 1)
  geometry.setAttribute('x', x)
  expect([geometry.getAttribute('x').getX(0), x.count, x.array.buffer === offer.memory]).toEqual([3, COUNT, true])
  writer.update((bodies) => {
    for (const row of bodies) row.x = 4
  })
  const { version } = x
  x.array = reader.latest()!.columns.x
  x.needsUpdate = true
  expect([geometry.getAttribute('x').getX(0), x.version]).toEqual([4, version + 1])
})
