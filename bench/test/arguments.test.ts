import { expect, test } from 'vitest'
import { readArguments } from '../src/arguments.ts'

test('readArguments() fills in what is not said', () => {
  expect(readArguments(['codec'])).toEqual({
    suite: 'codec',
    quick: false,
    json: false,
    help: false,
    write: false,
    allowLoaded: false,
    filters: [],
    rounds: 0,
    places: [],
  })
})

test('readArguments() understands every option', () => {
  const line =
    'transport --quick --json --write --allow-loaded --filter User --filter echo --rounds 7 --browser chromium,firefox'
  expect(readArguments(line.split(' '))).toEqual({
    suite: 'transport',
    quick: true,
    json: true,
    help: false,
    write: true,
    allowLoaded: true,
    filters: ['User', 'echo'],
    rounds: 7,
    places: ['chromium', 'firefox'],
  })
})

test('readArguments() takes runtimes and browsers together', () => {
  const line = 'young --browser chromium --runtime bun,deno'
  expect(readArguments(line.split(' ')).places).toEqual(['bun', 'deno', 'chromium'])
})

test.each([
  ['no suite', [], 'Unknown suite: none given'],
  ['an unknown suite', ['speed'], 'Unknown suite: speed'],
  ['two suites', ['codec', 'transport'], 'One suite at a time, not also transport'],
  ['an unknown option', ['codec', '--fast'], /--fast/],
  ['no whole number of rounds', ['codec', '--rounds', '1.5'], 'No number from 1 to 100: 1.5'],
  ['no rounds at all', ['codec', '--rounds', '0'], 'No number from 1 to 100: 0'],
  ['an unknown runtime', ['young', '--runtime', 'deno,node'], 'Unknown runtime: node'],
  ['an unknown browser', ['codec', '--browser', 'chromium,lynx'], 'Unknown browser: lynx'],
])('readArguments() refuses %s', (_, args, message) => {
  expect(() => readArguments(args)).toThrow(message)
  expect(() => readArguments(args)).toThrow(TypeError)
})

test('readArguments() needs no suite to help', () => {
  expect(readArguments(['--help']).help).toBe(true)
})
