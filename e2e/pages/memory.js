/** Two workers each write their number into one SharedArrayBuffer; the page sees both. */

globalThis.result = share()

async function share() {
  const words = new Int32Array(new SharedArrayBuffer(8))
  await Promise.all([write(words, 0), write(words, 1)])
  return [...words]
}

/**
 * @param {Int32Array} words
 * @param {number} place
 */
function write(words, place) {
  const worker = new Worker(new URL('memory-worker.js', import.meta.url), { type: 'module' })
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', resolve)
    worker.addEventListener('error', () => reject(new Error('memory-worker.js failed')))
    worker.postMessage({ words, place })
  })
}
