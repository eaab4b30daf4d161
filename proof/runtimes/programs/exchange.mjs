/** One side of a conversation in which both send `count` messages at once and check the other's. */

export async function exchange(port, count) {
  let received = 0
  const all = new Promise((resolve, reject) => {
    port.on('message', ({ number, text }) => {
      if (number !== received || text !== textOf(number)) reject(new Error(`message ${received} is number ${number}`))
      if (++received === count) resolve(received)
    })
  })
  for (let number = 0; number < count; number++) {
    port.postMessage({ number, text: textOf(number) })
    if (number % 500 === 499) await new Promise((resolve) => setImmediate(resolve))
  }
  return all
}

function textOf(number) {
  return 'x'.repeat(number % 40)
}
