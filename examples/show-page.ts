/** Serves the page of an example, prints its address and opens it in a browser. */

import { spawn } from 'node:child_process'
import { servePage } from './serve-page.ts'

const PORT = 5180

/** `what`: as the printed line calls it, such as "The game". */
export async function showPage(folder: string, what: string): Promise<void> {
  const { url } = await servePage(folder, PORT)
  console.log(`${what} runs at ${url} (Ctrl-C ends it)`)
  open(url)
}

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
