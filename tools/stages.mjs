/** The stages of `npm test -- --all`, in the order they run: cheap ones first. `npm test` runs the short ones. */

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string[][]} commands each run to its end; the first failure ends the stage
 * @property {true} [isShort] whether the short run has it
 */

const node = [process.execPath, '--conditions=slipring-source']

/** @type {Stage[]} */
export const stages = [
  { name: 'format', isShort: true, commands: [['oxfmt', '--check']] },
  // Twice: once to show every warning, once to refuse all of them but the length of a file. That is a warning for a test;
  // the others a house test judges, which has the reasons of the long ones.
  {
    name: 'lint',
    isShort: true,
    commands: [
      ['oxlint'],
      ['oxlint', '--quiet', '--deny-warnings', '--allow=max-lines'],
      [...node, 'tools/plain-english/main.ts'],
    ],
  },
  { name: 'types', isShort: true, commands: [['tsc', '--build']] },
  { name: 'knip', isShort: true, commands: [['knip']] },
  { name: 'unit', isShort: true, commands: [['vitest', 'run', '--project=unit']] },
  { name: 'models', commands: [[...node, 'proof/models/main.mjs']] },
  { name: 'explore', commands: [[...node, 'proof/explore/main.ts']] },
  { name: 'litmus', commands: [[...node, 'proof/litmus/main.ts']] },
  {
    name: 'hostile',
    commands: [
      [...node, 'proof/hostile/main.ts'],
      [...node, 'proof/hostile-state/main.ts'],
    ],
  },
  { name: 'state', commands: [[...node, 'proof/state/main.ts']] },
  {
    name: 'package',
    isShort: true,
    commands: [
      [...node, 'tools/build.mjs'],
      [...node, 'tools/check-packages.mjs'],
      [...node, 'tools/sizes.mjs'],
    ],
  },
  {
    name: 'browser',
    isShort: true,
    commands: [
      [...node, 'tools/browsers.mjs'],
      [...node, 'tools/build.mjs'],
      ['vitest', 'run', '--project=browser*'],
    ],
  },
  {
    name: 'site',
    commands: [
      [...node, 'tools/browsers.mjs'],
      [...node, 'site/build.ts'],
      ['vitest', 'run', '--project=site'],
    ],
  },
  { name: 'runtimes', commands: [[...node, 'proof/runtimes/main.mjs']] },
  {
    name: 'installed',
    commands: [
      [...node, 'tools/browsers.mjs'],
      [...node, 'proof/installed/main.mjs'],
    ],
  },
  { name: 'start', commands: [[...node, 'tools/check-start.mjs']] },
]
