import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { MessageChannel as NativeChannel, Worker as NativeWorker, type WorkerOptions } from 'node:worker_threads'
import { attach, createChannel, MessageChannel, Worker } from '@slipring/worker'
import { describe, expect, test } from 'vitest'
import type { AnyPort } from './cases.ts'
import { follow, type HoldPlan, holdPlans } from './hold-plans.ts'

const count = Number(process.env['HOLD_PLANS'] ?? 800)
const seed = Number(process.env['HOLD_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const again = `HOLD_SEED=${seed} HOLD_PLANS=${count} does it again`
const plans = holdPlans(count, seed)

/** A handler that takes the place of another, which its program has let go of. */
const REPLACED: HoldPlan = [{ do: 'onmessage' }, { do: 'unref' }, { do: 'onmessage' }]
const UNREFERENCED: HoldPlan = [{ do: 'onmessage' }, { do: 'on', listener: 0 }, { do: 'unref' }, { do: 'onmessage' }]
const whole = [REPLACED, UNREFERENCED, ...plans.slice(0, 2)]

function pairFollows(makePair: () => [AnyPort, AnyPort], plan: HoldPlan): boolean[] {
  const [port, other] = makePair()
  const held = follow(port, plan)
  port.close()
  other.close()
  return held
}

function nativePair(): [AnyPort, AnyPort] {
  const { port1, port2 } = new NativeChannel()
  return [port1, port2]
}

const pairs: Record<string, () => [AnyPort, AnyPort]> = {
  'createChannel()': () => {
    const { port, offer } = createChannel({ capacity: 4096 })
    return [port, attach(offer)]
  },
  MessageChannel: () => {
    const { port1, port2 } = new MessageChannel()
    return [port1, port2]
  },
}

const file = new URL('hold-plans.worker.ts', import.meta.url)

type Kind = 'native' | 'ours'

function start(kind: Kind, options: WorkerOptions): NativeWorker {
  return kind === 'native' ? new NativeWorker(file, options) : new Worker(file, options)
}

async function heldIn(kind: Kind): Promise<boolean[][]> {
  const { port1: results, port2 } = new NativeChannel()
  const worker = start(kind, { workerData: { kind, plans, results: port2 }, transferList: [port2] })
  const [[held]] = await Promise.all([once(results, 'message'), once(worker, 'exit')])
  return held
}

async function isWorkerHeld(kind: Kind, plan: HoldPlan): Promise<boolean> {
  const [code] = await once(start(kind, { workerData: { kind, plan } }), 'exit')
  return code === 1
}

describe(`a port holds the process as a native one after each step of ${count} random plans from seed ${seed}:`, () => {
  test.each(Object.entries(pairs))('one of %s', (_, makePair) => {
    for (const plan of plans)
      expect([plan, pairFollows(makePair, plan)], again).toEqual([plan, pairFollows(nativePair, plan)])
  })

  test('the parentPort of a worker', async () => {
    const [native, ours] = [await heldIn('native'), await heldIn('ours')]
    expect(native).toHaveLength(count)
    for (const [at, plan] of plans.entries()) expect([plan, ours[at]], again).toEqual([plan, native[at]])
  })
})

describe('a thread ends, or is held, as by a native port:', () => {
  const script = fileURLToPath(new URL('hold-plan.process.ts', import.meta.url))

  async function isProcessHeld(kind: Kind, plan: HoldPlan): Promise<boolean> {
    const args = ['--conditions=slipring-source', script, kind, JSON.stringify(plan)]
    return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout)
  }

  test.each([
    ['a process', isProcessHeld],
    ['a worker with its parentPort', isWorkerHeld],
  ])('%s', async (_, isHeld) => {
    const outcomes: boolean[] = []
    for (const plan of whole) {
      const [native, ours] = await Promise.all([isHeld('native', plan), isHeld('ours', plan)])
      expect([plan, ours], again).toEqual([plan, native])
      outcomes.push(ours)
    }
    expect(outcomes.slice(0, 2)).toEqual([true, false])
  })
})
