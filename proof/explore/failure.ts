/** Something that must never happen, seen in an execution. */

export class Failure extends Error {
  override readonly name = 'Failure'
}
