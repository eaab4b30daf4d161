/** A classic worker: it loads the package when it runs. */

const original = self.name
import('@slipring/browser').then(({ parentPort }) => {
  const parent = /** @type {import('@slipring/browser').BrowserPort} */ (parentPort)
  parent.onmessage = ({ data }) => parent.postMessage(data)
  parent.postMessage({ isMarked: original.startsWith('classic@slipring'), name: self.name })
})
