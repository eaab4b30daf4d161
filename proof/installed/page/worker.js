/** The worker of the page. */

import { parentPort } from '@slipring/browser'

parentPort.onmessage = ({ data }) => parentPort.postMessage(data)
parentPort.postMessage('ready')
