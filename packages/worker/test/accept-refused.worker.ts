/** Takes the connection of its parent after two attempts by options that cannot be, and posts on it what these came to. */

import { accept, acceptSync } from '@slipring/worker'

const impossible = { maxCapacity: -1 }
const attempts = [async () => acceptSync(impossible), () => accept(impossible)]
const names: string[] = []
for (const attempt of attempts) await attempt().catch(({ name }: Error) => names.push(name))
const port = await accept()
port.postMessage(names)
