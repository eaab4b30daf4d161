/** Sends bytes back, written and read where they lie, until the port ends. */

import { parent } from '../parent.js'

for (;;) {
  const lease = await parent.receiveLease()
  const { bytes } = lease
  parent.postBytes(bytes.length, (target) => target.set(bytes))
  lease.release()
}
