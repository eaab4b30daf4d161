/** In the thread of a case: lists the cases of its file, or measures one. */

import type { Case } from './case.ts'
import type { Answer, CaseTask, Declared } from './case-task.ts'
import { type Clock, Contender, type Role } from './contender.ts'
import { SECOND_COPY } from '../second-copy.ts'
import { failedAnswer } from './reason.ts'
import { casesDeclaredBy } from './registry.ts'
import { takeTurns } from './turns.ts'

export interface Thread {
  readonly clock: Clock
  /** Imports a file by its address. */
  readonly load: (file: string) => Promise<unknown>
  readonly answer: (message: Answer) => void
}

export async function runCase(task: CaseTask, thread: Thread): Promise<void> {
  try {
    await run(task, thread)
  } catch (error) {
    thread.answer(failedAnswer(error))
  }
}

async function run(task: CaseTask, { clock, load, answer }: Thread): Promise<void> {
  const casesOf = (file: string): Promise<readonly Case[]> => casesDeclaredBy(() => load(file))
  const contenderOf = async (role: Role, { suite, name, definition, values }: Case, file: string): Promise<Contender> =>
    new Contender(role, await definition.prepare(values, { file, suite, name }), clock)
  const cases = await casesOf(task.file)
  if (task.kind === 'list') return answer({ kind: 'listed', cases: cases.map((one) => declaredOf(one, cases)) })
  const { suite, name } = task.chosen
  const chosen = cases.find((one) => one.suite === suite && one.name === name)
  if (chosen === undefined) throw new Error(`The file no longer declares ${name}`)
  const contenders = [await contenderOf('own', chosen, task.file)]
  const baseline = chosen.baselineAmong(cases)
  if (baseline !== undefined) {
    const copy = task.file + SECOND_COPY
    const twin = (await casesOf(copy))[cases.indexOf(baseline)]!
    contenders.push(await contenderOf('baseline', twin, copy))
  }
  const { warmUpMs = task.warmUpMs, windowMs = task.windowMs } = chosen.definition
  await takeTurns(contenders[0]!, contenders[1], { warmUpMs, windowMs }, (turn) => answer({ kind: 'turn', turn }))
  for (const contender of contenders) await contender.teardown()
  answer({ kind: 'measured' })
}

function declaredOf(one: Case, cases: readonly Case[]): Declared {
  const { suite, name, isBaseline } = one
  return { suite, name, isBaseline, baseline: one.baselineAmong(cases)?.name ?? null }
}
