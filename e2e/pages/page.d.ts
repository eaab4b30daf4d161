/** Each page leaves this for the test that opened it. */
declare var result: Promise<unknown>

/** Plays a program over native ports and over ours. */
declare var play: (
  program: import('./random-program.js').Program,
) => Promise<Record<'native' | 'ours', [string[], string[]]>>
