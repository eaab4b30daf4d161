/**
 * `npm run prove`: lists the proofs and the question that each one answers. `npm run prove -- explore …` runs one of them;
 * all other arguments go to it.
 */

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../tools/install.mjs'

/** @type {Record<string, { question: string, file: string }>} */
const PROOFS = {
  models: { question: 'Is the protocol right, whatever the order of its steps? (Spin)', file: 'proof/models/main.mjs' },
  explore: { question: 'Does the shipped code follow it, in every interleaving?', file: 'proof/explore/main.ts' },
  litmus: { question: 'Do real threads of this engine behave as the model assumes?', file: 'proof/litmus/main.ts' },
  everywhere: { question: 'The same on every runtime and browser?', file: 'proof/litmus/everywhere.ts' },
  hostile: { question: 'Can a thread that scribbles over a ring harm its reader?', file: 'proof/hostile/main.ts' },
  'hostile-state': { question: 'The same for a state?', file: 'proof/hostile-state/main.ts' },
  state: { question: 'Is a state of 270 kB ever torn or older, at 1,000 a second?', file: 'proof/state/main.ts' },
  faults: {
    question: 'What happens when a thread is killed at a random moment?',
    file: 'packages/worker/test/faults.process.ts',
  },
  'pool-deaths': {
    question: 'Does every task of a pool settle once while workers are killed?',
    file: 'packages/worker/test/pool/deaths.process.ts',
  },
  'nats-deaths': {
    question: 'The same over NATS, while servers and NATS itself are killed?',
    file: 'packages/nats/test/deaths.process.ts',
  },
  runtimes: { question: 'Do the built packages work on Node 20 to 26, Bun and Deno?', file: 'proof/runtimes/main.mjs' },
  installed: {
    question: 'Do the packages as published suit TypeScript 5.2 to 7, CommonJS and bundlers?',
    file: 'proof/installed/main.mjs',
  },
  soak: {
    question: 'Do hours of random messages stay correct and in bounded memory?',
    file: 'packages/worker/test/soak.process.ts',
  },
  'soak-codec': {
    question: 'Do spoiled bytes give a value or a DecodeError, and nothing else?',
    file: 'packages/core/test/codec/soak.process.ts',
  },
  'soak-schema': { question: 'The same for records of schemas?', file: 'packages/core/test/schema/soak.process.ts' },
  mutation: { question: 'Which change of a source line does no unit test notice?', file: 'proof/mutation/main.mjs' },
}

const [name, ...args] = process.argv.slice(2)
const proof = name === undefined ? undefined : PROOFS[name]
if (proof === undefined) {
  for (const [each, { question }] of Object.entries(PROOFS)) console.log(`${each.padEnd(14)} ${question}`)
  if (name !== undefined) {
    console.error(`Unknown proof: ${name}`)
    process.exitCode = 2
  }
} else {
  const child = spawn(process.execPath, [...process.execArgv, join(root, proof.file), ...args], { stdio: 'inherit' })
  child.on('exit', (code) => (process.exitCode = code ?? 1))
}
