/** As `unreadable`, with the native port. */

import { witness } from '../witness.js'

witness(/** @type {any} */ (self))
