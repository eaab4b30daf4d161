import { parentPort } from '@slipring/browser'
import { hasCode } from './has-code.ts'

const port = parentPort!
port.onmessage = ({ data }) => port.postMessage({ echo: data, isIsolated: crossOriginIsolated, hasCode: hasCode() })
await port.ready
port.postMessage('ready')
