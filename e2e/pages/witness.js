/**
 * Notes the numbers of messages, and of those that cannot be read that there was one; posts its notes when the last came.
 * @param {import('@slipring/browser').BrowserPort} port
 */
export function witness(port) {
  /** @type {unknown[]} */
  const seen = []
  port.onmessageerror = ({ data }) => seen.push(`unreadable ${data}`)
  port.onmessage = ({ data }) => {
    seen.push(data.number)
    if (data.number === 'last') port.postMessage(seen)
  }
  port.postMessage('ready')
}
