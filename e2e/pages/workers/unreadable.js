/** Posts what it has seen when the last message has come. */

import { parent } from '../parent.js'
import { witness } from '../witness.js'

witness(parent)
