/** `node tools/run.mjs examples/physics/picture.ts`, on a busy machine with `--rounds 1`. */

import { makePicture } from '../transports/picture.ts'

await makePicture({
  name: 'physics',
  what: '5,000 bodies',
  entities: 5000,
  transports: ['buffer', 'objects', 'state'],
  colours: 128,
})
