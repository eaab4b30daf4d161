/**
 * `npm run bench:deopts`: what the engine takes back of its compiled code while messages of known shapes are written, read
 * and viewed, after it has had time to see them. Each loop in a process of its own; exit code 1 when there is anything.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createSpan } from '@slipring/core/schema'
import { inputsOf } from '../workload.ts'
import { workloadNamed } from '../workloads.ts'
import { lookAt } from './looks.ts'
import { schemaNamed, schemaNames } from './schemas.ts'

const WARM_UP_MS = 600
const STEADY_MS = 400
const STEADY = '=== steady'
const END = '=== end'
const MEMORY_BYTES = 1 << 20
const LOOPS = ['encode', 'decode', 'view'] as const
type Loop = (typeof LOOPS)[number]

const [workload, loop] = process.argv.slice(2)
if (workload === undefined) await reportAll()
else runLoop(workload, loop as Loop)

async function reportAll(): Promise<void> {
  let count = 0
  for (const name of schemaNames) {
    for (const one of LOOPS) {
      const deopts = await deoptsOf(name, one)
      for (const [what, times] of deopts) console.log(`${name}, ${one}: ${times} x ${what}`)
      count += deopts.size
    }
  }
  console.log(
    `${schemaNames.length * LOOPS.length} loops of ${STEADY_MS} ms after ${WARM_UP_MS} ms: ${count} with deoptimisations`,
  )
  process.exitCode = count > 0 ? 1 : 0
}

/** Functions and reasons, and how often. */
async function deoptsOf(name: string, one: Loop): Promise<Map<string, number>> {
  const args = ['--trace-deopt', ...process.execArgv, fileURLToPath(import.meta.url), name, one]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const [code] = (await once(child, 'close')) as [number]
  const [, steady] = text.split(STEADY)
  if (code !== 0 || steady?.includes(END) !== true) throw new Error(`the loop of ${name}, ${one} ended with ${code}`)
  const found = new Map<string, number>()
  for (const [, reason, called] of steady.matchAll(
    /bailout \(kind: [^,]*, reason: (.*?)\): begin\. deoptimizing \S+ <JSFunction (.*?)(?: ?\(sfi|>)/g,
  )) {
    const what = `${called === '' ? 'a generated function' : called}: ${reason}`
    found.set(what, (found.get(what) ?? 0) + 1)
  }
  return found
}

function runLoop(name: string, one: Loop): void {
  const run = loopOf(name, one)
  let sum = runFor(WARM_UP_MS, run)
  console.log(STEADY)
  sum += runFor(STEADY_MS, run)
  // Printed, so that nothing of it can be left out.
  console.log(END, sum)
}

function runFor(ms: number, run: () => number): number {
  let sum = 0
  const until = performance.now() + ms
  while (performance.now() < until) for (let i = 0; i < 64; i++) sum += run()
  return sum
}

function loopOf(name: string, one: Loop): () => number {
  const schema = schemaNamed(name)
  const inputs = inputsOf(workloadNamed(name))
  const span = createSpan(new SharedArrayBuffer(MEMORY_BYTES), 0, MEMORY_BYTES)
  let turn = 0
  const next = (): number => (turn = turn + 1 === inputs.length ? 0 : turn + 1)
  if (one === 'encode') return () => schema.encodeInto(inputs[next()], span, 0)
  const messages = inputs.map((input) => createSpanOf(schema.encode(input)))
  if (one === 'decode') return () => (schema.decode(messages[next()]!) === undefined ? 1 : 0)
  const viewer = schema.viewer()
  const look = lookAt(name)
  return () => {
    const message = messages[next()]!
    return look(viewer.at(message, 0, message.bytes.length))
  }
}

function createSpanOf(bytes: Uint8Array): ReturnType<typeof createSpan> {
  return createSpan(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
