/** Posts by our port, and never listens there: what the page posts reaches the native handler, whatever it is. */

import { parent } from '../parent.js'

self.onmessage = ({ data }) => parent.postMessage(['got', data])
parent.postMessage('ready')
