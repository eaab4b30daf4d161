/** Serves until the page has closed, and then says with what reason, where it can be heard without a port of ours. */

import { parent } from '../parent.js'

parent.postMessage('ready')
for await (const _ of parent);
const { reason } = await parent.closed
new BroadcastChannel('told').postMessage(reason)
