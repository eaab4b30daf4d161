/** `parentPort`, for the scripts that only ever run in a worker. */

import { parentPort } from '@slipring/browser'

export const parent = /** @type {import('@slipring/browser').BrowserPort} */ (parentPort)
