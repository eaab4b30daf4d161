/** Typed channels between a page and its worker: order, views, versions. */

import { collect, numbers } from '../collect.js'
import { Counted, counted, New, numberIn, Old } from '../schemas.js'
import { start } from '../start.js'

const COUNT = 3000

export default async function () {
  const worker = start('typed', { capacity: 65_536 })
  const { port } = worker
  const records = port.channel(Counted)
  const versions = port.channel(New, { name: 'versions' })
  const foreign = port.channel(Old, { name: 'foreign' })
  const opened = foreign.opened.catch((error) => `${error.name}: ${error.message}`)

  const told = collect(worker, 1)
  for (const number of numbers(COUNT)) {
    if (number % 3 === 0) worker.postMessage({ number })
    else if (number % 3 === 1) records.send(counted(number))
    else records.write((record) => Object.assign(record, counted(number)))
  }
  const [there] = await told
  const { seen, view } = await receiveAll(worker, records)

  versions.send({ symbol: 'A', bids: [{ p: 1, q: 2 }], note: 'unknown there' })
  return {
    there: there.misplaced,
    here: seen.filter((number, at) => number !== at).length,
    version: await versions.receive(),
    mismatch: [await opened, there.mismatch, thrownBy(() => foreign.send({ symbol: 'A', bids: [] }))],
    released: thrownBy(() => view.text),
    mode: port.mode,
  }
}

/**
 * @param {Worker} worker
 * @param {import('@slipring/browser').TypedChannel<{ number: number, text: string }, any>} records
 * @returns {Promise<{ seen: number[], view: any }>}
 */
function receiveAll(worker, records) {
  /** @type {number[]} */
  const seen = []
  return new Promise((resolve) => {
    /** @type {any} */
    let view
    /** @param {number} number */
    const see = (number) => {
      if (seen.push(number) === COUNT) resolve({ seen, view })
    }
    records.onrecord = (record) => {
      view = record
      see(numberIn(record))
    }
    worker.onmessage = ({ data }) => see(data.number)
  })
}

/** @param {() => unknown} call */
function thrownBy(call) {
  try {
    return call()
  } catch (error) {
    return /** @type {Error} */ (error).name
  }
}
