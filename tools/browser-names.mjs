/** Which browsers the tests drive: apart from how, which loads Playwright. */

import { isShortRun } from './short-run.mjs'

/** @typedef {'chromium' | 'firefox'} BrowserName */

/**
 * `SLIPRING_BROWSER` chooses one.
 * @type {readonly BrowserName[]}
 */
export const browserNames = /** @type {const} */ (['chromium', 'firefox']).filter(
  (name) => (process.env.SLIPRING_BROWSER ?? name) === name && (name === 'chromium' || !isShortRun),
)
