/** Writes a state that the page reads, and reads one that the page writes, until that is 20; then it ends both. */

import { parent } from '../parent.js'
import { CountedState, World } from '../states.js'

const { writer } = parent.state(World)
let count = 0
const timer = setInterval(() => writer.update(({ n }) => n.fill(++count)), 1)

const { reader } = parent.state(CountedState, { name: 'back' })
while (await reader.changed()) {
  const { number } = /** @type {any} */ (reader.latest()).copy()
  if (number >= 20) break
}
clearInterval(timer)
parent.postMessage(reader.mode)
writer.close()
