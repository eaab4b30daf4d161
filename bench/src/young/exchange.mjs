/** The exchange of a fresh pair, from its first message on. Both sides of it, for threads of any runtime and of a page. */

import { payloads } from '../workloads/payloads.mjs'

const BURST = 100

/** @typedef {(message: unknown) => unknown} Post */
/** @typedef {{ way: string, payload: string, ages: readonly number[] }} Task `ages`: in ms, ascending */
/** @typedef {{ first: number, by: number[] }} Exchanged ms until the first answer; messages exchanged by each age */

/**
 * The side that began: one message in flight, or a burst that is answered once. `take` has to get every message.
 * @param {Task} task
 * @param {Post} post
 * @param {(take: (message: unknown) => void) => void} listen
 * @returns {Promise<Exchanged>}
 */
export function exchange({ way, payload, ages }, post, listen) {
  const make = payloads[payload]
  if (make === undefined || !isWay(way)) throw new RangeError(`No such exchange: ${way} ${payload}`)
  const burst = way === 'echo' ? 1 : BURST
  /** @type {number[]} */
  const by = []
  let first = 0
  let sent = 0
  let count = 0
  const send = () => {
    for (let left = burst; left > 0; left--) post(make(sent++))
  }
  return new Promise((resolve, reject) => {
    let start = 0
    listen((message) => {
      const age = performance.now() - start
      if (count === 0) first = age
      // A message of a later age was not there by this one.
      while (age > (ages[by.length] ?? Infinity)) by.push(count)
      count += burst
      if (by.length < ages.length) return send()
      const due = way === 'echo' ? make(count - 1) : count
      if (JSON.stringify(message) === JSON.stringify(due)) resolve({ first, by })
      else reject(new Error(`message ${count} came back as ${JSON.stringify(message)}`))
    })
    start = performance.now()
    send()
  })
}

/**
 * The other side: what it does with a message.
 * @param {string} way
 * @param {Post} post
 * @returns {(message: unknown) => void}
 */
export function answerer(way, post) {
  if (way === 'echo') return post
  let got = 0
  return () => {
    if (++got % BURST === 0) post(got)
  }
}

/** @param {string} way */
function isWay(way) {
  return way === 'echo' || way === 'one way'
}
