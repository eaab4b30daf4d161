import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attachState } from '@slipring/core/state'
import { expect, test } from 'vitest'
import { Bodies, COUNT } from '../webassembly/bodies.ts'
import { buildSimulation } from '../webassembly/build.ts'
import { createSimulation } from '../webassembly/simulation.ts'
import { runExample } from './run-example.ts'

const KEPT = join(import.meta.dirname, '../webassembly/simulation.wasm')
const SECONDS = 1 / 64

type Columns = Record<'x' | 'y' | 'vx' | 'vy', Float32Array>

test('webassembly: C writes states, and the last one is read, whole', () => {
  const { code, printed, errors } = runExample('webassembly')
  expect(errors).toBe('')
  expect(printed).toMatch(/^C wrote 250 states of 10000 bodies\. This thread read [1-9]\d* of them/)
  expect(printed).toContain('Bodies outside of the box: 0. States with another energy: 0.')
  expect(printed).toContain('reader.mode is "shared"')
  expect(code).toBe(0)
})

test('the kept .wasm does what the same few lines do in JavaScript', async () => {
  const [first, last] = await statesOf(KEPT, 100)
  expect(first!.x.some((place) => place !== first!.x[0])).toBe(true)
  const { x, y, vx, vy } = first!
  for (let n = 1; n < 100; n++) {
    move(x, vx)
    move(y, vy)
  }
  expect(last).toEqual({ x, y, vx, vy })
})

test('the output of clang today behaves as the kept .wasm', async ({ skip }) => {
  for (const command of ['clang', 'wasm-ld']) {
    if (spawnSync(command, ['--version']).error !== undefined)
      skip(`${command} is not installed: the .wasm was not built anew (Debian: apt-get install clang lld)`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'slipring-wasm-'))
  try {
    const built = join(folder, 'simulation.wasm')
    buildSimulation(built)
    expect(await statesOf(built, 100)).toEqual(await statesOf(KEPT, 100))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The first and the last of so many states. */
async function statesOf(file: string, count: number): Promise<Columns[]> {
  const simulation = await createSimulation(readFileSync(file))
  const reader = attachState(Bodies, simulation.offer)
  simulation.step(SECONDS)
  const first = reader.latest()!.copy().bodies
  for (let n = 1; n < count; n++) simulation.step(SECONDS)
  const last = reader.latest()!.copy().bodies
  expect(reader.version).toBe(count)
  reader.close()
  simulation.close()
  return [first, last]
}

function move(place: Float32Array, speed: Float32Array): void {
  const { fround } = Math
  for (let body = 0; body < COUNT; body++) {
    const at = fround(place[body]! + fround(speed[body]! * SECONDS))
    if (at < 0 || at > 1) speed[body] = -speed[body]!
    place[body] = at < 0 ? -at : at > 1 ? 2 - at : at
  }
}
