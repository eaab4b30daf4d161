/** Posts bytes, and nothing else, and never listens. */

import { parent } from '../parent.js'

for (const number of [1, 2, 3]) parent.postBytes(100, (bytes) => bytes.fill(number))
