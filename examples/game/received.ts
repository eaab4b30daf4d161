/** The table of the README: what a page spends on receiving the world. */

import type { TransportName } from './messages.ts'

export type ReceivedMs = Readonly<Record<TransportName, number>>

export interface Conditions {
  readonly rounds: number
  readonly browser: string
  readonly cpu: string
  /** Other processes kept the cores busy. */
  readonly isBusy: boolean
}

/** The baseline first. */
const NAMES: readonly (readonly [TransportName, string])[] = [
  ['objects', 'objects, `postMessage`'],
  ['port', 'objects, Slipring port'],
  ['buffer', 'transferred `ArrayBuffer`'],
  ['channel', 'Slipring typed channel'],
  ['state', 'Slipring state'],
]

const HEADER = ['| 10,000 points come by | receiving, ms a frame | less than objects |', '| --- | ---: | ---: |']

/** The ratios are those of the numbers as they are written. */
export function tableOf(receivedMs: ReceivedMs): string {
  const written = (transport: TransportName): string => receivedMs[transport].toFixed(3)
  const times = (transport: TransportName): string =>
    transport === 'objects' ? '' : ` **${(Number(written('objects')) / Number(written(transport))).toFixed(1)}x**`
  const rows = NAMES.map(([transport, name]) => `| ${name} | ${written(transport)} |${times(transport)} |`)
  return [...HEADER, ...rows].join('\n')
}

export function textOf(receivedMs: ReceivedMs, { rounds, browser, cpu, isBusy }: Conditions): string {
  const how =
    `Work of the page's own thread, ${rounds === 1 ? 'one round' : `medians of ${rounds} rounds by turns`}, ${browser} without a graphics card, ${cpu}. ` +
    '`node tools/run.mjs examples/game/picture.ts` measures this and makes the picture.' +
    (isBusy ? ' The machine was busy with something else.' : '')
  return `${tableOf(receivedMs)}\n\n${how}`
}

/** The numbers of a table that `tableOf` has written, however it was aligned since. */
export function receivedIn(text: string): ReceivedMs {
  const lines = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const entries = NAMES.map(([transport, name]) => {
    const cells = lines.find((one) => one[1] === name)
    if (cells === undefined) throw new Error(`No row of "${name}" in the table of the game`)
    return [transport, Number(cells[2])] as const
  })
  return Object.fromEntries(entries) as ReceivedMs
}
