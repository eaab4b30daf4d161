import { baseline, bench, suite } from '@slipring/bench'

function spin(turns: number): number {
  let state = 1
  for (let turn = 0; turn < turns; turn++) state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + turn
  return state
}

suite('spinning', () => {
  baseline('for long', () => spin(40_000))
  bench('half as long', () => spin(20_000))
})
