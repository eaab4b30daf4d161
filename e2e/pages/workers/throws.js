/** Posts so many numbers, in one go, and throws. */

import { parent } from '../parent.js'

parent.onmessage = ({ data: count }) => {
  for (let number = 0; number < count; number++) parent.postMessage(number)
  throw new Error('after the last')
}
parent.postMessage('ready')
