/** The names of what the young suite measures. */

export const BASELINE = 'postMessage'
export const READY = 'ready'
export const FIRST = 'first message'
/** In ms since the pair was ready. */
export const AGES: readonly number[] = [50, 100, 200, 400, 800, 1_600]
/** The rate between these ages, in ms: by then an engine has compiled what it will. */
export const HOT = 'hot'
export const HOT_AGES: readonly [number, number] = [1_600, 3_200]

export const FUNCTIONS = 'functions'
export const CALLS = 'calls'
export const MODULES = 'modules of Node'
export const SOURCE = 'source'

export function agePart(age: number): string {
  return `${age.toLocaleString('en-US')} ms`
}
