import { Worker } from '@slipring/browser'
import { hasCode } from './has-code.ts'

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })

export async function visit(): Promise<unknown> {
  const ready = await worker.port.receive({ timeout: 10_000 })
  worker.postMessage({ hello: 'worker' })
  const there = await worker.port.receive({ timeout: 10_000 })
  const { mode } = worker.port
  return { ready, mode, here: { isIsolated: crossOriginIsolated, hasCode: hasCode() }, there }
}

Object.assign(globalThis, { result: visit() })
