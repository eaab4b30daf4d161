/** Accepts whatever connection it is offered, and echoes. */

import { accept } from '@slipring/browser'

const port = await accept()
port.onmessage = ({ data }) => port.postMessage({ mode: port.mode, data })
