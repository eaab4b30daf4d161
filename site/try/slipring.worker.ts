import { parentPort } from '@slipring/browser'

const port = parentPort!
port.onmessage = ({ data }) => port.postMessage(data)
