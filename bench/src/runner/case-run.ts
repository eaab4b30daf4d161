/** In the thread of a case: lists the cases of its file, or measures one, by turns with its baseline or with other versions of it. */

import type { Case, Definition } from './case.ts'
import type { Answer, CaseName, CaseTask, Contest, Declared, Measure } from './case-task.ts'
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

async function run(task: CaseTask, thread: Thread): Promise<void> {
  const { answer } = thread
  if (task.kind === 'list') {
    const cases = await casesOf(task.file, thread)
    return answer({ kind: 'listed', cases: cases.map((one) => declaredOf(one, cases)) })
  }
  const measured = task.kind === 'contest' ? await versionsOf(task, thread) : await caseAndBaseline(task, thread)
  const { warmUpMs = task.warmUpMs, windowMs = task.windowMs } = measured[0]!.definition
  const contenders = measured.map(({ contender }) => contender)
  await takeTurns(contenders, { warmUpMs, windowMs }, (turn) => answer({ kind: 'turn', turn }))
  for (const contender of contenders) await contender.teardown()
  answer({ kind: 'measured' })
}

interface Measured {
  readonly definition: Definition
  readonly contender: Contender
}

async function caseAndBaseline({ file, chosen }: Measure, thread: Thread): Promise<Measured[]> {
  const cases = await casesOf(file, thread)
  const own = caseIn(cases, chosen)
  const measured = [await prepared('own', own, file, thread)]
  const baseline = own.baselineAmong(cases)
  if (baseline === undefined) return measured
  const copy = file + SECOND_COPY
  const twin = (await casesOf(copy, thread))[cases.indexOf(baseline)]!
  return [...measured, await prepared('baseline', twin, copy, thread)]
}

async function versionsOf({ versions, chosen }: Contest, thread: Thread): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const { role, file } of versions)
    measured.push(await prepared(role, caseIn(await casesOf(file, thread), chosen), file, thread))
  return measured
}

function casesOf(file: string, { load }: Thread): Promise<readonly Case[]> {
  return casesDeclaredBy(() => load(file))
}

function caseIn(cases: readonly Case[], { suite, name }: CaseName): Case {
  const found = cases.find((one) => one.suite === suite && one.name === name)
  if (found === undefined) throw new Error(`The file no longer declares ${name}`)
  return found
}

async function prepared(role: Role, one: Case, file: string, { clock }: Thread): Promise<Measured> {
  const { suite, name, definition, values } = one
  return { definition, contender: new Contender(role, await definition.prepare(values, { file, suite, name }), clock) }
}

function declaredOf(one: Case, cases: readonly Case[]): Declared {
  const { suite, name, isBaseline } = one
  return { suite, name, isBaseline, baseline: one.baselineAmong(cases)?.name ?? null }
}
