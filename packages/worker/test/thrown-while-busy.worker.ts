import { parentPort } from '@slipring/worker'

parentPort!.on('message', (count: number) => {
  for (let id = 0; id < count; id++) parentPort!.postMessage(id)
  throw new Error('thrown by the worker')
})
parentPort!.postMessage('ready')
