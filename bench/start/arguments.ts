/** The command line of the main job. */

import { parseArgs } from 'node:util'

export interface Arguments {
  readonly json: boolean
  readonly quick: boolean
  /** Put the table into the README. */
  readonly write: boolean
  readonly help: boolean
}

export const USAGE = `Usage: npm start -- [--quick] [--json] [--write]

  --quick  one round over every 20th record: a check that all works, not a measurement
  --json   print the report as JSON and nothing else (npm start --silent also hides the two lines of npm)
  --write  put the table into README.md; not with --quick`

/** Throws a TypeError naming the first argument that is wrong. */
export function readArguments(args: string[]): Arguments {
  const options = {
    json: { type: 'boolean' },
    quick: { type: 'boolean' },
    write: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { json = false, quick = false, write = false, help = false } = parseArgs({ args, options }).values
  if (write && quick) throw new TypeError('A quick run is no measurement: it cannot be written')
  return { json, quick, write, help }
}
