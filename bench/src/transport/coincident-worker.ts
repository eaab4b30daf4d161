/** The worker of coincident. */

import coincident from 'coincident/worker'
import { announce, workerTask } from '#threads'
import { peerFor } from './peer.ts'

const peer = peerFor(workerTask)
const { proxy } = await coincident()
proxy.call = (value) => peer(value, (next) => proxy.take!(next))
announce()
