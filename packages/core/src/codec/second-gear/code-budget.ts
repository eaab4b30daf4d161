/**
 * How much code may be made for shapes at a time. Of a shape that is in use engines keep some kilobytes a key, so that a
 * thousand shapes would keep tens of megabytes. When there is too much, all of it goes, and shapes in use get theirs anew.
 */

export interface Coded {
  /** Lets go of what was compiled for it. */
  forgetCode(): void
}

export class CodeBudget {
  readonly #most: number
  #used = 0
  #owners: Coded[] = []

  /** A budget for code of `most` keys. */
  constructor(most: number) {
    this.#most = most
  }

  /** Whether code for this many keys may be made now. If so, it counts. */
  admits(owner: Coded, keys: number): boolean {
    if (keys > this.#most) return false
    if (this.#used + keys > this.#most) this.forget()
    this.#used += keys
    this.#owners.push(owner)
    return true
  }

  forget(): void {
    for (const owner of this.#owners) owner.forgetCode()
    this.#owners = []
    this.#used = 0
  }
}
