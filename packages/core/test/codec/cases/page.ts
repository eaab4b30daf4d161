/** Values of a second realm in a frame, which only a page has. */
import { type Case, cases } from './case.ts'

export function pageCases(realm: typeof globalThis): readonly Case[] {
  const { Object, Array, Map, Date, TypeError, Uint8Array, RegExp, Promise } = realm
  return cases([
    ['plain object of another realm', () => Object.assign(new Object(), { a: 1 })],
    ['array of another realm', () => Array.from([1, 2])],
    ['Map of another realm', () => new Map([[1, 2]])],
    ['Date of another realm', () => new Date(5)],
    ['error of another realm', () => Object.assign(new TypeError('x'), { cause: 1 })],
    ['view and box of another realm', () => [new Uint8Array([1, 2]), Object('x'), new RegExp('a', 'g')]],
    ['promise of another realm', () => Promise.resolve()],
    ['iterator of another realm', () => new Map().keys()],
    ['function of another realm', () => realm.parseInt],
  ])
}
