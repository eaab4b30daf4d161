/**
 * Possible outcomes of a race, a line each: the results of the threads, its name, and the interleaving that gives it, or why
 * none does.
 *
 * @typedef {(result: readonly number[], name: string, explained: string) => import('./lock-step.js').Outcome} Line
 */

/** @type {Line} */
export const allowed = (result, name, explained) => ({ result, name, verdict: 'allowed', explained })

/** @type {Line} */
export const interesting = (result, name, explained) => ({ result, name, verdict: 'interesting', explained })

/** @type {Line} */
export const forbidden = (result, name, explained) => ({ result, name, verdict: 'forbidden', explained })
