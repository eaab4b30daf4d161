import { parentPort } from 'node:worker_threads'
import { type Job, run } from './job.ts'

parentPort!.on('message', async (job: Job) => parentPort!.postMessage(await run(job)))
