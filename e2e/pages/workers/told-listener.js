/** As `told-poster`, with a native handler, which gets nothing of what our ports say to each other. */

self.onmessage = ({ data }) => new BroadcastChannel('told').postMessage(`leaked: ${data}`)
await import('./told-poster.js')
