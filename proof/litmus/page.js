/** In a page: every litmus test of the engine, for so many milliseconds each. */

import { runAll } from './all.js'
import { startThread } from './on-page.js'

/** @param {URLSearchParams} asked */
export default function (asked) {
  return runAll(startThread, Number(asked.get('ms')), Number(asked.get('seed')))
}
