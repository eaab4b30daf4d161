/** The other end of `connect`; beside it, native messages go on. */

import { accept } from '@slipring/browser'

const accepting = accept()
self.onmessage = ({ data }) => self.postMessage({ native: data })
const port = await accepting
port.onmessage = ({ data }) => port.postMessage({ mode: port.mode, data })
