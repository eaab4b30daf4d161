/** Joins a worker that computes sound and an audio worklet that plays it. */

import { Worker } from '@slipring/browser'
import { createRing } from '@slipring/core/ring'
// Vite makes the URL of a script of its own, with all that it imports.
// oxlint-disable-next-line import/default
import playerUrl from './player.worklet.ts?worker&url'

export interface Start {
  readonly ring: SharedArrayBuffer
  readonly sampleRate: number
  /** How many there will be. */
  readonly blocks: number
}

export interface Sound {
  /** The worker, to which one posts a frequency in hertz. */
  readonly worker: Worker
  /** Blocks that the worklet has played, and blocks that were not there in time. */
  counts(): Promise<{ played: number; missing: number }>
}

/** `capacity`: bytes of the ring. The larger it is, the further ahead the worker is, and the later a new tone is heard. */
export async function playIn(context: BaseAudioContext, capacity: number, blocks = Infinity): Promise<Sound> {
  const ring = createRing({ capacity })
  const worker = new Worker(new URL('./synth.worker.ts', import.meta.url), { type: 'module' })
  const start: Start = { ring, sampleRate: context.sampleRate, blocks }
  // From now on messages come in shared memory, where a thread that does not return to its event loop can look for them.
  await worker.port.receive({ timeout: 10_000 })
  worker.postMessage(start)
  await context.audioWorklet.addModule(playerUrl)
  const player = new AudioWorkletNode(context, 'slipring-player', {
    numberOfInputs: 0,
    outputChannelCount: [1],
    processorOptions: { ring },
  })
  player.connect(context.destination)
  return { worker, counts: () => askFor(player.port) }
}

function askFor(port: MessagePort): Promise<{ played: number; missing: number }> {
  return new Promise((resolve) => {
    port.onmessage = ({ data }) => resolve(data as { played: number; missing: number })
    port.postMessage('counts')
  })
}
