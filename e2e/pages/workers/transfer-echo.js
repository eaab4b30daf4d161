/** Sends back what was transferred to it, by transfer; a port gets a word first. */

import { parent } from '../parent.js'

parent.onmessage = ({ data, ports }) => {
  for (const port of ports) port.postMessage(`from the worker, with ${data.number}`)
  parent.postMessage({ ...data, ports: ports.length }, data.buffer === undefined ? [] : [data.buffer])
}
