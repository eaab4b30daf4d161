/** Takes the connection of its parent and echoes on it. */

import { accept } from '@slipring/worker'

const port = await accept()
port.on('message', (message) => port.postMessage(message))
