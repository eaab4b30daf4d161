/** Attaches to every offer it gets by native message, and echoes; with `script` it plays the other part of that. */

import { attach } from '@slipring/browser'
import { answer } from '../port-script.js'

self.onmessage = ({ data: { offer, options, script, native } }) => {
  const port = native ?? attach(offer, options)
  if (script) answer(port)
  else port.onmessage = (/** @type {MessageEvent} */ { data }) => port.postMessage(data)
}
