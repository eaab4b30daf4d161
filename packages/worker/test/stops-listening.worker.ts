/** Stops listening at its first message: then nothing holds it. */

import { parentPort } from '@slipring/worker'

parentPort!.once('message', () => {})
