/** Random plans for one port, and whether it would hold the process after each step. */

import { type Arbitrary, array, constantFrom, oneof, record, sample } from 'fast-check'
import type { AnyPort } from './cases.ts'

const LISTENERS: readonly (() => void)[] = [() => {}, () => {}, () => {}]
const WITH_LISTENER = ['on', 'off', 'once', 'addEventListener', 'removeEventListener'] as const

type HoldStep =
  | { readonly do: (typeof WITH_LISTENER)[number]; readonly listener: number }
  // A message, as the listeners see it.
  | { readonly do: 'ref' | 'unref' | 'start' | 'emit' | 'onmessage' | 'onmessage = null' }
export type HoldPlan = readonly HoldStep[]

const listened: Arbitrary<HoldStep> = record({
  do: constantFrom(...WITH_LISTENER),
  listener: constantFrom(...LISTENERS.keys()),
})
const other: Arbitrary<HoldStep> = record({
  do: constantFrom('ref', 'unref', 'unref', 'start', 'emit', 'onmessage', 'onmessage', 'onmessage = null'),
})
const plans: Arbitrary<HoldPlan> = array(oneof(listened, other), { minLength: 1, maxLength: 14 })

export function holdPlans(count: number, seed: number): HoldPlan[] {
  return sample(plans, { numRuns: count, seed })
}

/** `hasRef()` after each step. Leaves the listeners there. */
export function follow(port: AnyPort, plan: HoldPlan): boolean[] {
  let hasHandler = false
  return plan.map((step) => {
    if ('listener' in step) port[step.do]('message', LISTENERS[step.listener])
    else if (step.do === 'emit') port.emit('message', 0)
    else if (step.do === 'onmessage') port.onmessage = () => {}
    // On a port that had no handler it is a difference.
    else if (step.do !== 'onmessage = null') port[step.do]()
    else if (hasHandler) port.onmessage = null
    hasHandler ||= step.do === 'onmessage'
    return port.hasRef()
  })
}

/** For the next plan. */
export function forget(port: AnyPort): void {
  for (const listener of LISTENERS) port.off('message', listener)
  if (port.onmessage) port.onmessage = null
  port.unref()
}
