/** Posts 1,000 numbers and blocks for a message that does not come. */

import { parentPort, receiveMessageSync } from '@slipring/worker'

for (let number = 0; number < 1000; number++) parentPort!.postMessage(number)
receiveMessageSync(parentPort!)
