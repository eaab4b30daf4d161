/** The command line of the main job. */

import { parseArgs } from 'node:util'

export interface Arguments {
  readonly json: boolean
  readonly quick: boolean
  readonly help: boolean
}

export const USAGE = `Usage: npm start -- [--quick] [--json]

  --quick  one round over every 20th record: a check that all works, not a measurement
  --json   print the report as JSON and nothing else (npm start --silent also hides the two lines of npm)`

/** Throws a TypeError naming the first argument it does not know. */
export function readArguments(args: string[]): Arguments {
  const options = {
    json: { type: 'boolean' },
    quick: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { json = false, quick = false, help = false } = parseArgs({ args, options }).values
  return { json, quick, help }
}
