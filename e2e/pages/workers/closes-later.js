/** Posts one message, and closes its port a moment later. */

import { parent } from '../parent.js'

parent.postMessage('last')
setTimeout(() => parent.close(), 100)
