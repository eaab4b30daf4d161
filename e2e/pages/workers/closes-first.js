/** Closes its port, and has not used it before. */

import { parent } from '../parent.js'

parent.close()
