import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { receivedIn, tableOf } from '../transports/received.ts'

const README = new URL('../../README.md', import.meta.url)

const collapsed = (text: string): string => text.replaceAll(/-{3,}(:?)/g, '---$1').replaceAll(/ +/g, ' ')

test.each([
  ['game', '10,000 points'],
  ['physics', '5,000 bodies'],
])('the numbers of %s in the README are in the form in which the program writes them', (name, what) => {
  const place = new RegExp(`<!-- ${name} -->\\n\\n(.*)\\n\\n<!-- /${name} -->`, 's')
  const [, block = ''] = place.exec(readFileSync(README, 'utf8')) ?? []
  const [table = '', how = ''] = block.split('\n\n')
  expect(collapsed(table)).toBe(collapsed(tableOf(what, receivedIn(table))))
  expect(how).toMatch(
    /^Work of the page's own thread, (one round|medians of \d rounds by turns), Chromium [\d.]+ without/,
  )
  expect(how).toContain(`\`node tools/run.mjs examples/${name}/picture.ts\``)
})

test('the ratios follow from the numbers as they are written', () => {
  const table = tableOf('6 things', { objects: 6, port: 4, buffer: 0.2, channel: 0.16, state: 0.0504 })
  expect(table).toContain('| 6 things come by |')
  expect(table).toContain('| objects, `postMessage` | 6.000 | |')
  expect(table).toContain('| Slipring state | 0.050 | **120.0x** |')
  expect(receivedIn(table).state).toBe(0.05)
})

test('a table has the rows that were measured', () => {
  const table = tableOf('6 things', { objects: 6, state: 0.05 })
  expect(table).not.toContain('channel')
  expect(receivedIn(table)).toEqual({ objects: 6, state: 0.05 })
})
