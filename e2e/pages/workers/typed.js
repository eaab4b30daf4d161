/** The other end of the typed channels: tells what it got, in order, sends as much, and has other versions of schemas. */

import { numbers } from '../collect.js'
import { parent } from '../parent.js'
import { Counted, counted, Foreign, numberIn, Old } from '../schemas.js'

const COUNT = 3000
/** @type {number[]} */
const seen = []
const records = parent.channel(Counted)
const versions = parent.channel(Old, { name: 'versions' })
const foreign = parent.channel(Foreign, { name: 'foreign' })

records.onrecord = (record) => see(numberIn(record))
parent.onmessage = ({ data }) => see(data.number)
versions.onrecord = (record) => versions.send(record.copy())
const mismatch = foreign.opened.catch((error) => `${error.name}: ${error.message}`)

/** @param {number} number */
async function see(number) {
  if (seen.push(number) < COUNT) return
  parent.postMessage({ misplaced: seen.filter((one, at) => one !== at).length, mismatch: await mismatch })
  for (const next of numbers(COUNT)) {
    if (next % 3 === 0) parent.postMessage({ number: next })
    else records.send(counted(next))
  }
}
