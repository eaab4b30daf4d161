/** As `told-poster`, with a native handler, which gets nothing of what our ports say to each other. */

import { parent } from '../parent.js'

self.onmessage = ({ data }) => new BroadcastChannel('told').postMessage(`leaked: ${data}`)
parent.postMessage('ready')
const { reason } = await parent.closed
new BroadcastChannel('told').postMessage(reason)
