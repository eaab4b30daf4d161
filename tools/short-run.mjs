/**
 * The short run: `npm test` without `--all`. It takes a tenth of the random programs, one browser, and leaves out the test
 * files below. The environment tells the test processes, so a test that is run by hand is whole.
 */

export const isShortRun = process.env.SLIPRING_TESTS === 'short'

/** Environment of the processes of a short run; the counts are those that these files take from it already. */
export const shortEnvironment = { SLIPRING_TESTS: 'short', ORDERS: '500', PROGRAMS: '200', PAGE_PROGRAMS: '15' }

/**
 * How many random programs, messages or seconds a test takes.
 * @param {number} all
 */
export function amountOfRun(all) {
  return isShortRun ? Math.ceil(all / 10) : all
}

/** Test files for `--all` only, with what each takes on two quiet cores. */
export const longTests = [
  // Every system of every suite of the benchmarks, the benchmarks' own commands, and every runtime that they start: 240 s.
  'bench/test/cells.test.ts',
  'bench/test/codec-rivals.test.ts',
  'bench/test/command.test.ts',
  'bench/test/nats.test.ts',
  'bench/test/pool.test.ts',
  'bench/test/ruler.test.ts',
  'bench/test/runner/against/against.test.ts',
  'bench/test/runner/compare-functions.test.ts',
  'bench/test/runner/contention.test.ts',
  'bench/test/runner/html.test.ts',
  'bench/test/runner/places.test.ts',
  'bench/test/runner/run.test.ts',
  'bench/test/straight.test.ts',
  'bench/test/streams.test.ts',
  'bench/test/window.test.ts',
  'bench/test/workloads.test.ts',
  'bench/test/young.test.ts',
  'examples/test/bench.test.ts',
  // The cases of the codec again: with frozen intrinsics, without Node, spoiled, very deep and very wide: 130 s.
  'packages/core/test/codec/depth.test.ts',
  'packages/core/test/codec/fidelity-second-gear.test.ts',
  'packages/core/test/codec/frozen.test.ts',
  'packages/core/test/codec/hostile.test.ts',
  'packages/core/test/codec/keys.test.ts',
  'packages/core/test/codec/outside.test.ts',
  'packages/core/test/codec/plain-engine.test.ts',
  'packages/core/test/codec/spoiled-arrays.test.ts',
  'packages/core/test/codec/wide.test.ts',
  'packages/core/test/schema/deep.test.ts',
  'packages/core/test/schema/nesting.test.ts',
  'packages/core/test/schema/text-gathering.test.ts',
  // A stack that overflows at each step, also while a thread ends: 45 s.
  'packages/core/test/port/stack-overflow.test.ts',
  'packages/worker/test/small-stack.test.ts',
  'packages/worker/test/stack-overflow.test.ts',
  'packages/worker/test/thrown-at-end.test.ts',
  'packages/worker/test/thrown-while-busy.test.ts',
  // Every sample of the documents, and what other programs print under the flag: 45 s.
  'packages/worker/test/register/tools.test.ts',
  'tools/test/examples.test.ts',
  // Pools of others over our ports, tasks that outlive their servers, and threads under load: 145 s.
  'examples/test/many-machines.test.ts',
  'packages/nats/test/bad-input.test.ts',
  'packages/nats/test/deaths.test.ts',
  'packages/nats/test/durable.test.ts',
  'packages/nats/test/places.test.ts',
  'packages/nats/test/random.test.ts',
  'packages/nats/test/stream.test.ts',
  'packages/worker/test/pool/piscina/behaviour.test.ts',
  'packages/worker/test/pool/piscina/details.test.ts',
  'packages/worker/test/pool/piscina/own-tests.test.ts',
  'packages/worker/test/register/pools.test.ts',
  'packages/worker/test/stress.test.ts',
  // Whether memory stays flat shows only after a while: 10 s.
  'packages/worker/test/soak.test.ts',
  // In browsers: the random graphs, the examples, headers, memory, and the engine's own orders: 120 s.
  'e2e/audio.test.ts',
  'e2e/codec.test.ts',
  'e2e/game.test.ts',
  'e2e/headers.test.ts',
  'e2e/idle.test.ts',
  'e2e/litmus.test.ts',
  'e2e/memory.test.ts',
  'e2e/nats.test.ts',
  'e2e/physics.test.ts',
  'e2e/webassembly.test.ts',
]
