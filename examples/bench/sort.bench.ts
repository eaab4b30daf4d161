/** Is `toSorted()` slower than a copy that is sorted in place? */

import { baseline, bench, suite } from '@slipring/bench'

const lengths = [10, 1000]
const setup = ({ length }: Record<string, number>) => Array.from({ length: length! }, (_, n) => (n * 7919) % length!)
const ascending = (a: number, b: number): number => a - b

suite('sorting numbers', () => {
  // oxlint-disable-next-line no-array-sort -- this is what is compared
  baseline('sort a copy of $length', { setup }, (numbers) => [...numbers].sort(ascending)).args('length', lengths)
  bench('toSorted() of $length', { setup }, (numbers) => numbers.toSorted(ascending)).args('length', lengths)
})
