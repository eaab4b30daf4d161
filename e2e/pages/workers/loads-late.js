/** Loads the package only after some messages have come, and been lost, as with any worker that listens late. */

await new Promise((resolve) => setTimeout(resolve, 100))
const { parent } = await import('../parent.js')
parent.onmessage = ({ data }) => parent.postMessage(data)
parent.postMessage('listening')
