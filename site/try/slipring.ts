import { Worker } from '@slipring/browser'
import type { Echo } from './echo.ts'

export function openSlipring(): Echo {
  const worker = new Worker(new URL('./slipring.worker.ts', import.meta.url), { type: 'module' })
  const echo: Echo = {
    post: (message) => worker.postMessage(message),
    onanswer: () => {},
    mode: () => worker.port.mode,
    close: () => void worker.terminate(),
  }
  worker.onmessage = ({ data }) => echo.onanswer(data)
  return echo
}
