/** Litmus tests in a page, isolated by its headers. */

/** @type {import('./run.js').StartThread} */
export function startThread(task) {
  const worker = new Worker(new URL('page.worker.js', import.meta.url), { type: 'module' })
  const counts = new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) =>
      data.error === undefined ? resolve(data.counts) : reject(new Error(data.error)),
    )
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'page.worker.js failed')))
  })
  worker.postMessage(task)
  return { counts, end: () => worker.terminate() }
}
