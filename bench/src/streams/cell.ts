/** The cell of the streams suite: values from a worker, by turns with those of the port alone. */

import type { CellResult, CellTask, Meter } from '../cell.ts'
import { differenceBetween } from '../difference.ts'
import { measureByTurns } from '../transport/by-turns.ts'
import { OneWay } from '../transport/one-way.ts'
import { inputsOf } from '../workload.ts'
import { workloadNamed } from '../workloads.ts'
import { streamNamed, type Way } from './systems.ts'

export async function runStreamsCell(task: CellTask, meter: Meter): Promise<CellResult> {
  const { system, parts, windowMs, warmUpMs, baselines } = task
  const [part] = parts as [string]
  const inputs = inputsOf(workloadNamed(task.workload))
  const ways: Way[] = []
  const begin = async (name: string): Promise<Values> => {
    const { open, isSource } = streamNamed(name)
    const way = await open(inputs)
    ways.push(way)
    const values = new Values(way, inputs, isSource === true)
    await values.verify()
    await values.warmUp(warmUpMs)
    return values
  }
  try {
    const own = await begin(system)
    const baseline = baselines[part]
    const base = baseline === undefined ? undefined : await begin(baseline)
    const reading = await measureByTurns(own, base, windowMs, meter, { leavesBuffers: false })
    const { alters } = own
    return { isLossy: alters !== undefined, readings: { [part]: reading }, ...(alters && { alters }) }
  } finally {
    for (const way of ways) await way.close()
  }
}

class Values extends OneWay {
  readonly #way: Way
  readonly #inputs: readonly unknown[]
  readonly #isSource: boolean
  alters: string | undefined

  constructor(way: Way, inputs: readonly unknown[], isSource: boolean) {
    super({ inputs, mostAtOnce: Infinity })
    this.#way = way
    this.#inputs = inputs
    this.#isSource = isSource
  }

  async verify(): Promise<boolean> {
    const got: unknown[] = []
    await this.#way.take(this.#inputs.length, (value) => got.push(value))
    if (!this.#isSource) this.alters = differenceBetween(got, structuredClone(this.#inputs))
    return this.alters === undefined
  }

  protected send(count: number): Promise<void> {
    return this.#way.take(count)
  }
}
