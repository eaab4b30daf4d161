/** A user's program for a pool over NATS, as TypeScript sees it. */

import { remotePool } from '@slipring/nats'
import { serve } from '@slipring/nats/serve'
import * as taskThread from '@slipring/nats/task-thread'

export { remotePool, serve, taskThread }
