/** Makes the picture of an example for the documents, and measures what the README says of it. */

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
/** The page gives the mean of the last 120; before these it settles. */
const FRAMES_A_TURN = 150

export interface PictureOptions {
  /** The folder of the example, the name of its picture, and that of the place in the README. */
  readonly name: string
  /** As the table says what comes. */
  readonly what: string
  readonly entities: number
  /** In the order in which they are measured. The last one is in the picture. */
  readonly transports: readonly TransportName[]
  /** Of the picture: fewer make it smaller. */
  readonly colours: number
}

export async function makePicture(options: PictureOptions): Promise<void> {
  const { name, what, entities, transports, colours } = options
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
  const rounds = Number(values.rounds)
  if (!(Number.isInteger(rounds) && rounds > 0))
    throw new RangeError(`Cannot measure ${values.rounds} rounds: use 1 or more`)

  // Before the browser is there.
  const isBusy = loadavg()[0]! > availableParallelism() / 2
  const [browser, { server, url }] = await Promise.all([launchBrowser('chromium'), servePage(name, PORT)])
  try {
    const page = await browser.newPage({ viewport: SIZE })
    await page.goto(url)
    const first = await page.inputValue('[name=entities]')
    if (Number(first) !== entities)
      throw new Error(`The page begins with ${first} entities, and the table says ${what}`)
    const received = new Map<TransportName, number[]>(transports.map((transport) => [transport, []]))
    for (let round = 0; round < rounds; round++)
      for (const [transport, ms] of received) ms.push(await receivedBy(page, transport))
    const picture = fileURLToPath(new URL(`../../docs/images/${name}.png`, import.meta.url))
    const image = UPNG.decode(new Uint8Array(await page.screenshot()).buffer)
    writeFileSync(picture, new Uint8Array(UPNG.encode(UPNG.toRGBA8(image), image.width, image.height, colours)))
    const medians = Object.fromEntries(Array.from(received, ([transport, ms]) => [transport, median(ms)])) as ReceivedMs
    const text = textOf(what, medians, {
      rounds,
      browser: `Chromium ${browser.version()}`,
      cpu: cpus()[0]?.model.trim() ?? 'an unknown processor',
      command: `node tools/run.mjs examples/${name}/picture.ts`,
      isBusy,
    })
    writeBetween('README.md', name, text)
    console.log(`${picture} is made\n\n${text}`)
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Mean milliseconds a frame. */
async function receivedBy(page: Page, transport: TransportName): Promise<number> {
  await page.check(`[name=transport][value=${transport}]`)
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame)
  }, FRAMES_A_TURN)
  const ms = Number(await page.locator(`label:has([value=${transport}]) output`).getAttribute('data-ms'))
  console.log(`${transport}: ${ms.toFixed(3)} ms a frame. ${await page.textContent('#worker')}`)
  return ms
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
}
