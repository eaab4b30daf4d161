/** Posts at once and listens later: what the page answers meanwhile waits. */

import { parent } from '../parent.js'

parent.postMessage('ready')
setTimeout(() => {
  parent.onmessage = ({ data }) => parent.postMessage(data)
}, 100)
