/** Says natively why its port neither opens a channel nor carries classes. */

import { parent } from '../parent.js'
import { Counted } from '../schemas.js'

/** @type {string[]} */
const texts = []
for (const act of [() => void parent.channel(Counted), () => parent.useCodec({ classes: [] })])
  try {
    act()
  } catch (error) {
    texts.push(String(error))
  }
self.postMessage(texts)
