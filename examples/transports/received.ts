/** The tables of the README: what a page spends on receiving the world. */

import type { TransportName } from './messages.ts'

/** Milliseconds a frame, by the transports of one table. */
export type ReceivedMs = Readonly<Partial<Record<TransportName, number>> & { objects: number }>

export interface Conditions {
  readonly rounds: number
  readonly browser: string
  readonly cpu: string
  /** The command that measures. */
  readonly command: string
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

/** `what`: comes by the transports. The ratios are those of the numbers as they are written. */
export function tableOf(what: string, receivedMs: ReceivedMs): string {
  const base = receivedMs.objects.toFixed(3)
  const rows = NAMES.flatMap(([transport, name]) => {
    const ms = receivedMs[transport]?.toFixed(3)
    if (ms === undefined) return []
    const times = transport === 'objects' ? '' : ` **${(Number(base) / Number(ms)).toFixed(1)}x**`
    return [`| ${name} | ${ms} |${times} |`]
  })
  return [`| ${what} come by | receiving, ms a frame | less than objects |`, '| --- | ---: | ---: |', ...rows].join(
    '\n',
  )
}

export function textOf(
  what: string,
  receivedMs: ReceivedMs,
  { rounds, browser, cpu, command, isBusy }: Conditions,
): string {
  const how =
    `Work of the page's own thread, ${rounds === 1 ? 'one round' : `medians of ${rounds} rounds by turns`}, ${browser} without a graphics card, ${cpu}. ` +
    `\`${command}\` measures this and makes the picture.` +
    (isBusy ? ' The machine was busy with something else.' : '')
  return `${tableOf(what, receivedMs)}\n\n${how}`
}

/** The numbers of a table that `tableOf` has written, however it was aligned since. */
export function receivedIn(text: string): ReceivedMs {
  const lines = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const entries = NAMES.flatMap(([transport, name]) => {
    const cells = lines.find((one) => one[1] === name)
    return cells === undefined ? [] : [[transport, Number(cells[2])] as const]
  })
  const received = Object.fromEntries(entries) as Partial<ReceivedMs>
  if (received.objects === undefined) throw new Error('No row of objects by `postMessage` in the table')
  return received as ReceivedMs
}
