/** Opens its channels when the page has opened one and sent a record, and tells what it gets by which. */

import { pause } from '../collect.js'
import { parent } from '../parent.js'
import { Counted } from '../schemas.js'

await pause(100)
for (const name of ['first', 'second']) {
  const records = parent.channel(Counted, { name })
  records.onrecord = ({ text }) => parent.postMessage([name, text])
}
parent.postMessage('ready')
