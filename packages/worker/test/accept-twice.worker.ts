/** Takes two connections at once, and says on each which it is. */

import { accept } from '@slipring/worker'

const ports = await Promise.all([accept(), accept()])
for (const [index, port] of ports.entries()) port.postMessage(index)
