/** The key I shows and hides a look inside the state. The panel is loaded when somebody asks for it. */

import type { StateReader } from '@slipring/core/state'

export class InspectorKey {
  readonly #name: string
  #reader: StateReader<any> | undefined
  #panel: HTMLElement | undefined
  #isWanted = false

  /** `name`: the title of the panel. */
  constructor(name: string) {
    this.#name = name
    document.addEventListener('keydown', (event) => {
      if (event.key.toLowerCase() !== 'i' || event.ctrlKey || event.metaKey) return
      this.#isWanted = !this.#isWanted
      void this.#show()
    })
  }

  /** At every frame: the reader that the page has now. Undefined: the world does not come by a state. */
  watch(reader: StateReader<any> | undefined): void {
    if (reader === this.#reader) return
    this.#reader = reader
    void this.#show()
  }

  async #show(): Promise<void> {
    this.#panel?.remove()
    this.#panel = undefined
    const reader = this.#reader
    if (!this.#isWanted || reader === undefined) return
    const { inspect } = await import('@slipring/browser/inspect')
    // Meanwhile it may be unwanted, or there may be another reader.
    if (!this.#isWanted || reader !== this.#reader || this.#panel !== undefined) return
    this.#panel = inspect(reader, { name: this.#name })
    document.body.append(this.#panel)
  }
}
