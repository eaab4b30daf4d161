/** Posts, asks for nothing, and says with what reason its port has ended, where it can be heard without a port of ours. */

import { parent } from '../parent.js'

parent.postMessage('ready')
const { reason } = await parent.closed
new BroadcastChannel('told').postMessage(reason)
