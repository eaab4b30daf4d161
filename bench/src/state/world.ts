/** The world of the state suite: a table of entities of 27 bytes each. */

import { columns, f32, f64, type Infer, struct, table, u16, u32, u8 } from '@slipring/core/schema'

const Entity = struct({ x: f32, y: f32, vx: f32, vy: f32, angle: f32, radius: f32, heat: u16, kind: u8 })
/** Rows that change in a step of the table. */
const CHANGED = 100

// The function gives a schema of one type, whatever the number.
function makeWorld(entities: number) {
  return struct({ tick: u32, time: f64, entities: columns(Entity, entities) })
}

export type WorldSchema = ReturnType<typeof makeWorld>
export type World = Infer<WorldSchema>
export type Objects = { tick: number; time: number; entities: Infer<typeof Entity>[] }

export const WORKLOADS: Readonly<Record<string, number>> = {
  '1,000 entities': 1000,
  '10,000 entities': 10_000,
  '100,000 entities': 100_000,
}

export function worldOf(workload: string): { readonly schema: WorldSchema; readonly entities: number } {
  const entities = WORKLOADS[workload]
  if (entities === undefined) throw new Error(`No workload is named ${workload}`)
  return { schema: makeWorld(entities), entities }
}

/** The same entities in a table. */
export function tableOf(workload: string) {
  const { entities } = worldOf(workload)
  return { schema: struct({ tick: u32, time: f64, rows: table(Entity, entities) }), entities }
}

export type TableWorld = Infer<ReturnType<typeof tableOf>['schema']>

/** Moves a hundred entities, wherever they are. */
export function stepTable(world: TableWorld, entities: number): void {
  const { rows } = world
  while (rows.size < entities) rows.add({ x: rows.size, y: 1, vx: 1 })
  world.tick++
  const { x, y } = rows.columns
  for (let i = 0; i < CHANGED; i++) {
    const index = Math.imul(world.tick * CHANGED + i, 0x9e37_79b1) >>> 0
    const row = rows.row(idAt(rows, index % entities))
    row.x = (x[row.index]! + 0.25) % 1000
    row.y = (y[row.index]! + 0.5) % 1000
  }
  world.time = sharedNow()
}

/** No row has ever been removed here. */
function idAt(rows: TableWorld['rows'], index: number): number {
  const [first] = rows
  return first!.id + index
}

/** All numbers of rows, as a program reads them that copies them into a scene of its own. */
export function sumOf(
  { x, y, vx, vy, angle, radius, heat, kind }: TableWorld['rows']['columns'],
  rows: Iterable<{ readonly index: number }>,
): number {
  let sum = 0
  for (const { index: i } of rows) sum += x[i]! + y[i]! + vx[i]! + vy[i]! + angle[i]! + radius[i]! + heat[i]! + kind[i]!
  return sum
}

export const sharedNow = (): number => performance.timeOrigin + performance.now()

export function emptyWorld(entities: number): World {
  const f32s = (): Float32Array => new Float32Array(entities)
  return {
    tick: 0,
    time: 0,
    entities: {
      x: f32s(),
      y: f32s(),
      vx: f32s(),
      vy: f32s(),
      angle: f32s(),
      radius: f32s(),
      heat: new Uint16Array(entities),
      kind: new Uint8Array(entities),
    },
  }
}

/** Moves every entity a little, and notes when. */
export function step(world: World): void {
  const { x, y, vx, vy } = world.entities
  world.tick++
  for (let i = 0; i < x.length; i++) {
    x[i] = (x[i]! + vx[i]! + 0.25) % 1000
    y[i] = (y[i]! + vy[i]! + 0.5) % 1000
  }
  world.time = sharedNow()
}

export function toObjects({ tick, time, entities }: World): Objects {
  const { x, y, vx, vy, angle, radius, heat, kind } = entities
  const objects = Array.from(x, (_, i) => ({
    x: x[i]!,
    y: y[i]!,
    vx: vx[i]!,
    vy: vy[i]!,
    angle: angle[i]!,
    radius: radius[i]!,
    heat: heat[i]!,
    kind: kind[i]!,
  }))
  return { tick, time, entities: objects }
}
