/** The worker of a transport cell. */

import { announce, workerTask } from '#threads'
import { peerFor } from './peer.ts'
import { transportNamed } from './systems.ts'

const { transport } = await transportNamed(workerTask.system).load()
transport.serve(peerFor(workerTask.role))
announce()
