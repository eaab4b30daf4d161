import { expect, test } from 'vitest'
import { KeyTree } from '../../src/codec/key-tree.ts'

test('a list of keys has an end of its own, and the same one each time', () => {
  const tree = new KeyTree<string>()
  const lists = [[], ['a'], ['a', 'b'], ['a', 'c'], ['b', 'a'], ['']]
  for (const keys of lists) tree.end(keys, Infinity)!.known = keys.join()
  expect(lists.map((keys) => tree.end(keys, Infinity)!.known)).toEqual(lists.map((keys) => keys.join()))
})

test('a tree grows no more beyond its most, and still knows what it has', () => {
  const tree = new KeyTree<number>()
  tree.end(['a', 'b'], 1)!.known = 1
  expect(tree.end(['c'], 1)).toBeUndefined()
  expect(tree.end(['a', 'c'], -1)).toBeUndefined()
  expect(tree.weight).toBe(2)
  expect(tree.end(['a', 'b'], -1)!.known).toBe(1)
})

test('a long key weighs as much as the keys whose memory it takes', () => {
  const tree = new KeyTree<number>()
  tree.end(['x'.repeat(320)], Infinity)
  expect(tree.weight).toBe(11)
})
