/// <reference types="vite/client" />

import { BLOCK_SAMPLES } from './block.ts'
import { playIn, type Sound } from './sound.ts'
import { Synth } from './synth.ts'

/** At 48 kHz the worker is at most 0.08 s ahead. */
const RING_BYTES = 2 ** 14

const play = document.querySelector('button')!
const tone = document.querySelector('input')!
const status = document.querySelector('#status')!

let context: AudioContext | undefined
let sound: Sound | undefined

if (!crossOriginIsolated) {
  status.textContent = 'This page is not isolated: a worklet and a worker share no memory, so there is no sound.'
  play.disabled = true
}

// A page may make sound only after the user has asked for it.
play.onclick = async () => {
  if (context === undefined) {
    context = new AudioContext()
    sound = await playIn(context, RING_BYTES)
    sound.worker.postMessage(Number(tone.value))
    setInterval(show, 250)
    play.textContent = 'Pause'
  } else if (context.state === 'running') {
    await context.suspend()
    play.textContent = 'Play'
  } else {
    await context.resume()
    play.textContent = 'Pause'
  }
}

tone.oninput = () => sound?.worker.postMessage(Number(tone.value))

async function show(): Promise<void> {
  const { played, missing } = await sound!.counts()
  const seconds = (played * BLOCK_SAMPLES) / context!.sampleRate
  status.textContent = `${tone.value} Hz. Played ${seconds.toFixed(1)} s (${played} blocks); ${missing} blocks were not there in time.`
}

/** Renders what the worker writes, without a loudspeaker, and counts the samples that are not those of the synth. */
async function render(blocks: number): Promise<{ samples: number; wrong: number; loudest: number }> {
  const sampleRate = 48_000
  const offline = new OfflineAudioContext(1, blocks * BLOCK_SAMPLES, sampleRate)
  // Offline time does not wait for the worker: so it writes all of it first.
  const { worker } = await playIn(offline, 2 ** 20, blocks)
  await worker.port.receive({ timeout: 10_000 })
  const rendered = (await offline.startRendering()).getChannelData(0)
  const expected = new Float32Array(rendered.length)
  const synth = new Synth(sampleRate)
  for (let block = 0; block < blocks; block++) synth.write(expected, block * BLOCK_SAMPLES)
  let wrong = 0
  let loudest = 0
  for (let at = 0; at < rendered.length; at++) {
    if (rendered[at] !== expected[at]) wrong++
    loudest = Math.max(loudest, Math.abs(rendered[at]!))
  }
  worker.terminate()
  return { samples: rendered.length, wrong, loudest }
}

Object.assign(globalThis, { render })
