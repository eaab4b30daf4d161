/** Makes the picture of the game for the documents: `node tools/run.mjs examples/game/picture.ts`. */

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import UPNG from 'upng-js'
import { launchBrowser } from '../../tools/browsers.mjs'
import { servePage } from '../serve-page.ts'

const PORT = 5380
const SIZE = { width: 1120, height: 720 }
/** Enough for what glows, and a third of the bytes of all colours. */
const COLOURS = 96
const PICTURE = fileURLToPath(new URL('../../docs/images/game.png', import.meta.url))

const [browser, { server, url }] = await Promise.all([launchBrowser('chromium'), servePage('game', PORT)])
try {
  const page = await browser.newPage({ viewport: SIZE })
  await page.goto(url)
  for (const transport of ['channel', 'buffer', 'port', 'objects', 'state']) {
    await page.check(`[name=transport][value=${transport}]`)
    await page.locator(`label:has([value=${transport}]) output:not(:empty)`).waitFor()
    await page.waitForTimeout(6000)
  }
  const image = UPNG.decode(new Uint8Array(await page.screenshot()).buffer)
  const { width, height } = image
  writeFileSync(PICTURE, new Uint8Array(UPNG.encode(UPNG.toRGBA8(image), width, height, COLOURS)))
  console.log(`${PICTURE} is made`)
} finally {
  await browser.close()
  await server.close()
}
