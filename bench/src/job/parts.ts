/** The names of what the job suite measures. */

export const DOCUMENTS = 20_000
export const ROUNDS = 15
export const BASELINE = 'own workers'
export const WHOLE = 'whole process'

const REGISTERED = 'Piscina registered'

export const SYSTEMS: readonly string[] = [
  BASELINE,
  'Pool',
  '@slipring/worker/piscina',
  'Piscina',
  REGISTERED,
  'without threads',
]

/** How many documents a task has. */
const PER_TASK: ReadonlyMap<string, number> = new Map([
  ['one by one', 1],
  ['batches of 100', 100],
])

export const WORKLOADS: readonly string[] = [...PER_TASK.keys()]

export function perTaskOf(workload: string): number {
  const found = PER_TASK.get(workload)
  if (found === undefined) throw new Error(`The job suite has no workload ${workload}`)
  return found
}

/** The module that its process imports before everything else. */
export function preloadOf(system: string): string | undefined {
  return system === REGISTERED ? '@slipring/worker/register' : undefined
}
