/** Every entry that a program imports, and the file that it is. `@slipring/core` itself is for the other packages. */
export const entries: Readonly<Record<string, string>> = {
  '@slipring/worker': 'packages/worker/src/index.ts',
  '@slipring/worker/piscina': 'packages/worker/src/piscina/index.ts',
  '@slipring/browser': 'packages/browser/src/index.ts',
  '@slipring/nats': 'packages/nats/src/index.ts',
  '@slipring/nats/serve': 'packages/nats/src/serve/index.ts',
  '@slipring/core/channel': 'packages/core/src/channel/index.ts',
  '@slipring/core/codec': 'packages/core/src/codec/index.ts',
  '@slipring/core/schema': 'packages/core/src/schema/index.ts',
  '@slipring/core/state': 'packages/core/src/state/index.ts',
  '@slipring/core/world': 'packages/core/src/world/index.ts',
  '@slipring/core/ring': 'packages/core/src/ring/index.ts',
  '@slipring/browser/inspect': 'packages/browser/src/inspect/index.ts',
  '@slipring/bench': 'bench/src/runner/index.ts',
}

/** The address of an entry's page on the site. An entry with entries below it is a folder. */
export const referencePages: readonly (readonly [entry: string, address: string])[] = Object.keys(entries).map(
  (entry) => [entry, `/reference/${entry}${entry === '@slipring/worker' ? '/' : ''}`],
)
