/** As `throws`, of a native worker. */

onmessage = ({ data: count }) => {
  for (let number = 0; number < count; number++) postMessage(number)
  throw new Error('after the last')
}
postMessage('ready')
