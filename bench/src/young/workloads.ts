/** The exchanges of the young suite, and the work of the machine beside them. */

/** `busy`: two other processes want the cores. */
export type Condition = 'calm' | 'busy' | 'one core'

export interface YoungWorkload {
  readonly name: string
  readonly condition: Condition
  readonly way: 'echo' | 'one way'
  readonly payload: string
}

const PAYLOADS = ['tiny', 'user', 'ticker', 'order', 'chat', 'book', 'texts']
const CONDITIONS: readonly Condition[] = ['calm', 'busy', 'one core']

const all = CONDITIONS.flatMap((condition) =>
  (['echo', 'one way'] as const).flatMap((way) =>
    PAYLOADS.map((payload): YoungWorkload => ({ name: nameOf(condition, way, payload), condition, way, payload })),
  ),
)

/** Every payload where nothing is beside; elsewhere those that show the range. */
const FEW: Readonly<Record<string, readonly string[]>> = {
  'calm echo': PAYLOADS,
  'calm one way': ['tiny', 'user', 'order'],
  'busy echo': ['tiny', 'user'],
  'one core echo': ['tiny', 'user'],
}

export const WORKLOADS: readonly string[] = all.map(({ name }) => name)
export const FEW_WORKLOADS: readonly string[] = all
  .filter(({ condition, way, payload }) => FEW[`${condition} ${way}`]?.includes(payload))
  .map(({ name }) => name)

/** Undefined for what is no exchange. */
export function workloadOf(name: string): YoungWorkload | undefined {
  return all.find((workload) => workload.name === name)
}

function nameOf(condition: Condition, way: string, payload: string): string {
  return condition === 'calm' ? `${way}, ${payload}` : `${condition}: ${way}, ${payload}`
}
