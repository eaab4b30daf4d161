/** Askers for the next message of a receiver. */

/** Says which messages and records the next look may take. All others wait. */
export interface Asker {
  /** Whether it takes messages of the port itself. */
  readonly takesMessages: boolean
  /** `true`: records of each typed channel that wants some. A typed channel: its own records, wanted or not. `false`: none. */
  readonly records: boolean | object
}

/** Messages, and records that are wanted. */
export const ANYTHING: Asker = { takesMessages: true, records: true }
export const MESSAGES: Asker = { takesMessages: true, records: false }
export const RECORDS: Asker = { takesMessages: false, records: true }
