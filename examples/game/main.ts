/** `npm run game`: serves the game, prints its address and opens it in a browser. */

import { spawn } from 'node:child_process'
import { serveGame } from './server.ts'

const PORT = 5180

const { url } = await serveGame(PORT)
console.log(`The game runs at ${url} (Ctrl-C ends it)`)
open(url)

/** Where there is no browser, the address is enough. */
function open(address: string): void {
  const isHeadless = process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']
  if (isHeadless || process.env['CI'] !== undefined) return
  const [command, ...options] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open']
  const child = spawn(command!, [...options, address], { stdio: 'ignore', detached: true })
  child.on('error', (error) => console.log(`No browser opened (${error.message}): open the address yourself`))
  child.unref()
}
