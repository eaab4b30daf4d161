/** Asks for one message, and tells on a channel of its own how its port ended. */

import { parent } from '../parent.js'

const told = new BroadcastChannel('pulls-once')
const message = await parent.receive()
parent.postMessage(message)
told.postMessage((await parent.closed).reason)
