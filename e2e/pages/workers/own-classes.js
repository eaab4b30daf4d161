/** Says what it gets, and sends it back. */

import { codec, nameOf } from '../own-classes.js'
import { parent } from '../parent.js'

parent.useCodec(codec)
parent.onmessage = ({ data, ports }) => parent.postMessage({ seen: nameOf(data), data }, [...ports])
parent.onmessageerror = ({ data }) => parent.postMessage({ error: data.message })
