import { expect, test } from 'vitest'
import { Worker } from '@slipring/worker'

type Wrap = (inner: unknown, depth: number) => unknown

const WIDE = Object.fromEntries(Array.from({ length: 60 }, (_, key) => [`key ${key}`, key]))
const WRAPS: readonly (readonly [name: string, wrap: Wrap, inside: (outer: never) => unknown])[] = [
  ['arrays', (inner) => [inner], (outer: unknown[]) => outer[0]],
  ['objects', (inner) => ({ inner, other: 1 }), (outer: { inner: unknown }) => outer.inner],
  ['objects of many shapes', (inner, depth) => ({ [depth]: 1, inner }), (outer: { inner: unknown }) => outer.inner],
  ['objects of many keys', (inner) => ({ ...WIDE, inner }), (outer: { inner: unknown }) => outer.inner],
  ['rows', (inner) => [{ a: 1 }, { a: inner }], (outer: { a: unknown }[]) => outer[1]!.a],
  ['Maps', (inner) => new Map([[1, inner]]), (outer: Map<unknown, unknown>) => outer.get(1)],
  ['Sets', (inner) => new Set([inner]), (outer: Set<unknown>) => [...outer][0]],
  ['sparse arrays', (inner) => Object.assign([], { inner }), (outer: { inner: unknown }) => outer.inner],
]

function nest(wrap: Wrap, depth: number): unknown {
  let value: unknown = 'the bottom'
  for (let level = 0; level < depth; level++) value = wrap(value, level)
  return value
}

function depthOf(value: unknown, inside: (outer: never) => unknown): number {
  let depth = 0
  for (let inner = value; inner !== 'the bottom'; depth++) inner = inside(inner as never)
  return depth
}

// A fresh worker: code that nothing has made hot takes the most stack.
test.each(WRAPS)('a worker with a small stack echoes %s nested deep', async (_, wrap, inside) => {
  const worker = new Worker(new URL('echo.worker.ts', import.meta.url), { resourceLimits: { stackSizeMb: 0.5 } })
  for (const depth of [150, 190, 200, 250, 1000, 20_000]) {
    worker.postMessage(nest(wrap, depth))
    expect(depthOf(await worker.port.receive({ timeout: 20_000 }), inside)).toBe(depth)
  }
  await worker.terminate()
})
