/** Posts back what it gets, from a loop of its own, until it is told to end. */

import { parent } from '../parent.js'

for await (const message of parent) {
  if (message === 'end') parent.close()
  else parent.postMessage(message)
}
