/** Posts back what it hears by an event of its port. */

import { parent } from '../parent.js'

parent.addEventListener('message', ({ data }) => parent.postMessage(data))
parent.postMessage('ready')
