/** Knows nothing of Slipring, and logs whatever it sees. */

self.onmessage = ({ data }) => self.postMessage(data)
