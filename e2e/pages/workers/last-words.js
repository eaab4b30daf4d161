/** Posts what it is told, by its own port or by a channel, and ends in the same task. */

import { attach } from '@slipring/browser'
import { postAll } from '../last-words-messages.js'
import { parent } from '../parent.js'

parent.onmessage = ({ data: { loads, ending, offer } }) => {
  const port = offer === null ? parent : attach(offer)
  postAll(port, loads)
  if (ending !== 'self.close()') port.close()
  if (ending !== 'port.close()') self.close()
}
parent.postMessage('ready')
