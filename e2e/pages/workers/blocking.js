/** Receives by blocking: it returns to its event loop for the first message only. */

import { receiveMessageSync } from '@slipring/browser'
import { parent } from '../parent.js'

parent.onmessage = ({ data }) => {
  parent.onmessage = null
  parent.postMessage(data)
  for (let received = receiveMessageSync(parent); received !== undefined; received = receiveMessageSync(parent))
    parent.postMessage(received.message)
}
