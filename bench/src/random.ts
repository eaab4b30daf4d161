/** Random numbers that are the same on every machine: the generator mulberry32. */

export interface Random {
  /** From 0 up to, but not, 1. */
  next(): number
  /** A whole number from `low` up to and with `high`. */
  integer(low: number, high: number): number
  pick<T>(choices: readonly T[]): T
}

export function mulberry32(seed: number): Random {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return { next, integer, pick: (choices) => choices[integer(0, choices.length - 1)]! }
}
