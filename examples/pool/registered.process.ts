/** The process of `registered.ts`: does the job with Piscina when it is told to. */

import { systemNamed } from './systems.ts'

const { round, close } = systemNamed('piscina').open(Number(process.argv[2]))
process.on('message', (asked) => void answer(asked))

async function answer(asked: unknown): Promise<void> {
  if (asked === 'round') return void process.send!(await round(() => {}))
  await close()
  process.disconnect()
}
