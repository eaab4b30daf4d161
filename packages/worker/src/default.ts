/** What `import threads from` gives where it gave the whole of `node:worker_threads`: its names, three of them ours. */

import { parentPort } from './parent-port.ts'
import * as platform from './platform.ts'
import { receiveMessageOnPort } from './receive.ts'
import { Worker } from './worker.ts'

type Ours = { Worker: typeof Worker; parentPort: typeof parentPort; receiveMessageOnPort: typeof receiveMessageOnPort }

const threads: typeof platform & Ours = { ...platform, Worker, parentPort, receiveMessageOnPort }

export default threads
