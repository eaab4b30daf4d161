/** Ends itself after some messages, the last one by transfer, without closing its port. */

import { parent } from '../parent.js'

parent.onmessage = ({ data: count }) => {
  for (let number = 0; number < count; number++) parent.postMessage({ number })
  const buffer = new ArrayBuffer(8)
  parent.postMessage({ number: count, buffer }, [buffer])
  self.close()
}
