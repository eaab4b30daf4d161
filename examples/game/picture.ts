/**
 * Makes the picture of the game for the documents, and measures what the README says of it:
 * `node tools/run.mjs examples/game/picture.ts`, on a busy machine with `--rounds 1`.
 */

import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import UPNG from 'upng-js'
import { launchBrowser } from '../../tools/browsers.mjs'
import { writeBetween } from '../../tools/document.ts'
import { servePage } from '../serve-page.ts'
import type { TransportName } from './messages.ts'
import { type ReceivedMs, textOf } from './received.ts'

const PORT = 5380
const SIZE = { width: 1120, height: 720 }
/** Enough for what glows, and a third of the bytes of all colours. */
const COLOURS = 96
const PICTURE = fileURLToPath(new URL('../../docs/images/game.png', import.meta.url))
/** The last one is in the picture. */
const TRANSPORTS: readonly TransportName[] = ['channel', 'buffer', 'port', 'objects', 'state']
/** The page gives the mean of the last 120; before these it settles. */
const FRAMES_A_TURN = 150

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const rounds = Number(values.rounds)
if (!(Number.isInteger(rounds) && rounds > 0))
  throw new RangeError(`Cannot measure ${values.rounds} rounds: use 1 or more`)

// Before the browser is there.
const isBusy = loadavg()[0]! > availableParallelism() / 2

const [browser, { server, url }] = await Promise.all([launchBrowser('chromium'), servePage('game', PORT)])
try {
  const page = await browser.newPage({ viewport: SIZE })
  await page.goto(url)
  const entities = await page.inputValue('[name=entities]')
  if (entities !== '10000') throw new Error(`The page begins with ${entities} points, and the table says 10,000`)
  const received = new Map<TransportName, number[]>(TRANSPORTS.map((transport) => [transport, []]))
  for (let round = 0; round < rounds; round++)
    for (const [transport, ms] of received) ms.push(await receivedBy(page, transport))
  const image = UPNG.decode(new Uint8Array(await page.screenshot()).buffer)
  const { width, height } = image
  writeFileSync(PICTURE, new Uint8Array(UPNG.encode(UPNG.toRGBA8(image), width, height, COLOURS)))
  const medians = Object.fromEntries(Array.from(received, ([transport, ms]) => [transport, median(ms)])) as ReceivedMs
  const text = textOf(medians, {
    rounds,
    browser: `Chromium ${browser.version()}`,
    cpu: cpus()[0]?.model.trim() ?? 'an unknown processor',
    isBusy,
  })
  writeBetween('README.md', 'game', text)
  console.log(`${PICTURE} is made\n\n${text}`)
} finally {
  await browser.close()
  await server.close()
}

/** Mean milliseconds a frame. */
async function receivedBy(page: Page, transport: TransportName): Promise<number> {
  await page.check(`[name=transport][value=${transport}]`)
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame)
  }, FRAMES_A_TURN)
  const ms = Number(await page.locator(`label:has([value=${transport}]) output`).getAttribute('data-ms'))
  console.log(`${transport}: ${ms.toFixed(3)} ms a frame`)
  return ms
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
}
