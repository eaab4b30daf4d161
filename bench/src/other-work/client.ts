/** Asks the server whose port is named for one page after the other, over several connections, until it is ended. */

import { Agent, get } from 'node:http'

const CONNECTIONS = 4
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

for (let index = 0; index < CONNECTIONS; index++) ask()

function ask(): void {
  get({ port: process.argv[2], agent }, (response) => response.resume().on('end', ask))
}
