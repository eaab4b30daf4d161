/** Messages that the platform sends and cannot read on the other side. */

import { BlockList } from 'node:net'

/** Arrives as a `messageerror`. */
export function unreadable(): BlockList {
  const list = new BlockList()
  const symbols = Object.getOwnPropertySymbols(Object.getPrototypeOf(list) as object)
  const clone = symbols.find(({ description }) => description === 'messaging_clone_symbol')!
  return Object.assign(list, { [clone]: () => ({ data: 'no module', deserializeInfo: 'nothing:Nobody' }) })
}
