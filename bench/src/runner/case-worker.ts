/** The thread of a case: loads the file, and lists its cases or measures one. Its answers go over Slipring. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'
import { ownMicros } from '../process-time.ts'
import type { Case } from './case.ts'
import type { Answer, CaseTask, Declared } from './case-task.ts'
import { type Clock, Contender, type Role } from './contender.ts'
import { reasonOf } from './reason.ts'
import { casesDeclaredBy } from './registry.ts'
import { takeTurns } from './turns.ts'

// Far more than a step of the clock of Node.
const SAMPLE_NANOS = 20_000
/** The same file once more: the baseline gets functions of its own, of which engines learn apart. */
const SECOND_COPY = '?baseline'

setFlagsFromString('--expose-gc')
const clock: Clock = {
  cpuMicros: ownMicros,
  collectGarbage: runInNewContext('gc') as () => void,
  sampleNanos: SAMPLE_NANOS,
}

try {
  await run(workerData as CaseTask)
} catch (error) {
  answer({ kind: 'failed', reason: reasonOf(error) })
}

async function run(task: CaseTask): Promise<void> {
  const cases = await load(task.file)
  if (task.kind === 'list') return answer({ kind: 'listed', cases: cases.map((one) => declaredOf(one, cases)) })
  const { suite, name } = task.chosen
  const chosen = cases.find((one) => one.suite === suite && one.name === name)
  if (chosen === undefined) throw new Error(`The file no longer declares ${name}`)
  const contenders = [await contenderOf('own', chosen, task.file)]
  const baseline = chosen.baselineAmong(cases)
  if (baseline !== undefined) {
    const copy = task.file + SECOND_COPY
    const twin = (await load(copy))[cases.indexOf(baseline)]!
    contenders.push(await contenderOf('baseline', twin, copy))
  }
  const { warmUpMs = task.warmUpMs, windowMs = task.windowMs } = chosen.definition
  await takeTurns(contenders[0]!, contenders[1], { warmUpMs, windowMs }, (turn) => answer({ kind: 'turn', turn }))
  for (const contender of contenders) await contender.teardown()
  answer({ kind: 'measured' })
}

function load(file: string): Promise<readonly Case[]> {
  return casesDeclaredBy(() => import(file))
}

function declaredOf(one: Case, cases: readonly Case[]): Declared {
  const { suite, name, isBaseline } = one
  return { suite, name, isBaseline, baseline: one.baselineAmong(cases)?.name ?? null }
}

async function contenderOf(role: Role, { suite, name, definition, values }: Case, file: string): Promise<Contender> {
  return new Contender(role, await definition.prepare(values, { file, suite, name }), clock)
}

function answer(message: Answer): void {
  parentPort!.postMessage(message)
}
