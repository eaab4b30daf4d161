import { parentPort } from '@slipring/browser'

const port = location.search === '?native' ? globalThis : /** @type {any} */ (parentPort)
const { serve } = await import(new URL('/packages/worker/test/comlink/outlived.ts', location.href).href)
serve(port)
port.postMessage('ready')
