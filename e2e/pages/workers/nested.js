/** Passes everything on to a worker of its own, and back. */

import { parent } from '../parent.js'
import { start } from '../start.js'

const inner = start('echo')
parent.onmessage = ({ data }) => inner.postMessage(data)
inner.onmessage = ({ data }) => parent.postMessage({ inner: data, mode: inner.port.mode })
