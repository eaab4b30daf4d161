/** A thread of a litmus test in a browser. */

import { runThread } from './thread.js'

addEventListener('message', async ({ data }) => {
  try {
    postMessage({ counts: await runThread(data) })
  } catch (error) {
    postMessage({ error: String(error) })
  }
})
