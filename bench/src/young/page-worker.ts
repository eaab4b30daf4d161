/** The worker of a fresh page. */

import { answerer } from './exchange.mjs'
import { BASELINE } from './parts.ts'

const { system = '', way = '' } = Object.fromEntries(new URLSearchParams(location.search))
const native = globalThis as unknown as Pick<MessagePort, 'postMessage' | 'onmessage'>
const port = system === BASELINE ? native : (await import('@slipring/browser')).parentPort!
const answer = answerer(way, (message) => port.postMessage(message))
port.onmessage = ({ data }: MessageEvent) => void answer(data)
port.postMessage('ready')
