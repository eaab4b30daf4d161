/** `vi.waitFor` gives up after a second unless it is told otherwise: too soon on a machine that does something else, too. */

import { vi } from 'vitest'

const PATIENCE_MS = 20_000

const { waitFor } = vi
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options)
