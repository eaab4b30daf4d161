/** The worker of a transport cell. */

import { announce, workerTask } from '#threads'
import { peerFor } from './peer.ts'
import { transportNamed } from './systems.ts'

const { transport } = await transportNamed(workerTask.system).load()
void transport.serve(peerFor(workerTask))
announce()
