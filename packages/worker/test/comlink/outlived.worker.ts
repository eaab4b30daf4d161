import { parentPort as native, workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { serve } from './outlived.ts'

serve(workerData === 'native' ? nodeEndpoint(native) : parentPort!)
