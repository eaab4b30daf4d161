/**
 * `npm run prove -- hostile`: one thread scribbles over the rings of a channel while the other uses it, in trial after trial.
 * It may give a documented error, an end, or a value; never a hang, a crash, or a value that no message can be.
 * `-- --seconds 60 --seed 1`; one trial again, as far as threads allow: `-- --count 1 --seed <its seed>`.
 */

import { Worker } from 'node:worker_threads'
import type { Offer } from '@slipring/worker'
import { trialsOf } from '../litmus/trials.ts'
import { type Plan, planOf, type Sight, TARGETS, VICTIMS } from './plan.ts'

/** After the hostile side has closed, nothing can keep the other one for longer. */
const TRIAL_LIMIT_MS = 15_000
const LIMITS = { maxOldGenerationSizeMb: 192 }

const { ms, most: mostTrials, firstSeed } = trialsOf(15)

interface Verdict {
  readonly plan: Plan
  readonly attacker?: Sight
  readonly victim?: Sight
  readonly faults: readonly string[]
}

type Answer = { readonly offer?: Offer; readonly sight?: Sight }

class Thread {
  readonly #worker: Worker
  #failure: string | undefined
  #settle: ((answer: Answer | undefined) => void) | undefined

  constructor(file: string) {
    this.#worker = new Worker(new URL(file, import.meta.url), { resourceLimits: LIMITS })
    this.#worker.on('message', (answer: Answer) => this.#settle?.(answer))
    this.#worker.on('error', (error) => this.#fail(`uncaught: ${error instanceof Error ? error.stack : String(error)}`))
    this.#worker.on('exit', (code) => this.#fail(`its thread ended with exit code ${code}`))
  }

  /** The next answer; undefined when the thread failed, or did not answer in time. */
  ask(message: unknown, transfer: readonly unknown[] = []): Promise<Answer | undefined> {
    const answer = this.next()
    this.#worker.postMessage(message, transfer as never)
    return answer
  }

  next(): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#fail(`hangs: no end after ${TRIAL_LIMIT_MS} ms`), TRIAL_LIMIT_MS)
      this.#settle = (answer) => {
        clearTimeout(timer)
        this.#settle = undefined
        resolve(answer)
      }
      if (this.#failure !== undefined) this.#settle(undefined)
    })
  }

  get failure(): string | undefined {
    return this.#failure
  }

  end(): Promise<number> {
    return this.#worker.terminate()
  }

  #fail(failure: string): void {
    this.#failure ??= failure
    this.#settle?.(undefined)
  }
}

let attacker = new Thread('attacker.worker.ts')
let victim = new Thread('victim.worker.ts')

async function runTrial(plan: Plan): Promise<Verdict> {
  const offer = (await attacker.ask(plan))?.offer
  const ends = offer && Promise.all([attacker.next(), victim.ask({ plan, offer }, [offer.lane])])
  const [attacked, suffered] = (await ends) ?? []
  const faults = [
    ...[attacker.failure, ...(attacked?.sight?.faults ?? [])].map((fault) => fault && `attacker: ${fault}`),
    ...[victim.failure, ...(suffered?.sight?.faults ?? [])].map((fault) => fault && `victim: ${fault}`),
  ].filter((fault) => fault !== undefined)
  if (attacker.failure !== undefined || victim.failure !== undefined) {
    await Promise.all([attacker.end(), victim.end()])
    attacker = new Thread('attacker.worker.ts')
    victim = new Thread('victim.worker.ts')
  }
  return {
    plan,
    faults,
    ...(attacked?.sight && { attacker: attacked.sight }),
    ...(suffered?.sight && { victim: suffered.sight }),
  }
}

const end = performance.now() + ms
const verdicts: Verdict[] = []
// A crash of the whole process leaves nothing else.
console.log(`from seed ${firstSeed}`)
for (let index = 0; index < mostTrials && performance.now() < end; index++) {
  const verdict = await runTrial(planOf(firstSeed + index))
  verdicts.push(verdict)
  for (const fault of new Set(verdict.faults)) console.log(`FAULT ${fault}\n  in ${JSON.stringify(verdict.plan)}`)
}
await Promise.all([attacker.end(), victim.end()])

/** Trials, messages that got through to the victim, and how its port ended. */
function printTable(title: string, rows: readonly string[], rowOf: (plan: Plan) => string): void {
  const reasons = ['corrupt', 'peer-closed', 'peer-died', 'peer-stack-overflow']
  console.log(
    `\n${title.padEnd(30)}${['trials', 'received', 'sent', ...reasons].map((name) => name.padStart(20)).join('')}`,
  )
  for (const row of rows) {
    const sights = verdicts.filter(({ plan }) => rowOf(plan) === row).map((verdict) => verdict.victim)
    const sum = (valueOf: (sight: Sight) => number): number =>
      sights.reduce((total, sight) => total + (sight === undefined ? 0 : valueOf(sight)), 0)
    const cells = [sights.length, sum(({ messages }) => messages), sum(({ sent }) => sent)]
    cells.push(...reasons.map((reason) => sum((sight) => Number(sight.reason === reason))))
    console.log(row.padEnd(30) + cells.map((cell) => String(cell).padStart(20)).join(''))
  }
}

printTable('scribbles over', TARGETS, ({ target }) => target)
printTable('the other side', VICTIMS, ({ victim: one }) => one)
const errors: Record<string, number> = {}
for (const { victim: sight } of verdicts)
  for (const [name, count] of Object.entries(sight?.errors ?? {})) errors[name] = (errors[name] ?? 0) + count
console.log(
  `\nerrors of the victims: ${Object.entries(errors)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')}`,
)
const bad = verdicts.filter(({ faults }) => faults.length > 0).length
console.log(`${verdicts.length} trials from seed ${firstSeed}, ${bad} with faults`)
if (verdicts.length === 0) console.log('FAULT no trial fitted in the time')
process.exitCode = bad === 0 && verdicts.length > 0 ? 0 : 1
