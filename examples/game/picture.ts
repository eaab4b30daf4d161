/** `node tools/run.mjs examples/game/picture.ts`, on a busy machine with `--rounds 1`. */

import { makePicture } from '../transports/picture.ts'

await makePicture({
  name: 'game',
  what: '10,000 points',
  entities: 10_000,
  transports: ['channel', 'buffer', 'port', 'objects', 'state'],
  // Enough for what glows, and a third of the bytes of all colours.
  colours: 96,
})
