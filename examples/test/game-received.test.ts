import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { receivedIn, tableOf } from '../game/received.ts'

const README = new URL('../../README.md', import.meta.url)

const collapsed = (text: string): string => text.replaceAll(/-{3,}(:?)/g, '---$1').replaceAll(/ +/g, ' ')

test('the numbers of the game in the README are in the form in which the program writes them', () => {
  const [, block = ''] = /<!-- game -->\n\n(.*)\n\n<!-- \/game -->/s.exec(readFileSync(README, 'utf8')) ?? []
  const [table = '', how = ''] = block.split('\n\n')
  expect(collapsed(table)).toBe(collapsed(tableOf(receivedIn(table))))
  expect(how).toMatch(
    /^Work of the page's own thread, (one round|medians of \d rounds by turns), Chromium [\d.]+ without/,
  )
})

test('the ratios follow from the numbers as they are written', () => {
  const table = tableOf({ objects: 6, port: 4, buffer: 0.2, channel: 0.16, state: 0.0504 })
  expect(table).toContain('| objects, `postMessage` | 6.000 | |')
  expect(table).toContain('| Slipring state | 0.050 | **120.0x** |')
  expect(receivedIn(table).state).toBe(0.05)
})
