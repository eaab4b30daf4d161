/** As docs/guides/BUNDLERS.md has it. `--env cjs` gives CommonJS. */

/** @param {{ cjs?: boolean, path: string }} env */
export default ({ cjs = false, path }) => {
  const type = cjs ? 'commonjs2' : 'module'
  return {
    mode: 'none',
    target: 'node20',
    entry: {
      program: cjs ? './program.cjs' : './program.mjs',
      echo: './echo.mjs',
      // Without a type of library its exports would be dropped.
      tasks: { import: './tasks.mjs', library: { type } },
    },
    experiments: { outputModule: !cjs },
    output: { path, module: !cjs, filename: cjs ? '[name].cjs' : '[name].mjs' },
    module: { parser: { javascript: { worker: ['Worker from @slipring/worker', '...'] } } },
  }
}
