/** Posts by our port and never listens there; what the page posts reaches the native handler. */

import { parent } from '../parent.js'

for (let number = 0; number < 1000; number++) parent.postMessage({ number })
self.onmessage = ({ data }) => parent.postMessage({ number: data })
