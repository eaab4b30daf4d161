/** Closes its port after some messages. */

import { parent } from '../parent.js'

parent.onmessage = ({ data: count }) => {
  for (let number = 0; number < count; number++) parent.postMessage(number)
  parent.close()
}
