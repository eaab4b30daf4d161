/** The panel as an element of its own. */

import type { StateReader } from '@slipring/core/state'
import { Panel } from './panel.ts'

/** Options of the panel. */
export interface InspectOptions {
  /** Its title. Default: State. */
  readonly name?: string | undefined
}

const TAG = 'slipring-inspector'
/** Often enough for the eye. It costs a page nothing that it would feel. */
const SHOWN_MS = 200

/** The element. It is told what to show before it comes into the document. */
interface Inspector extends HTMLElement {
  watch(reader: StateReader<any>, name: string): void
}

/**
 * Makes a panel that shows the state that `reader` has: its fields, its tables, how old it is, and how many states were missed. Put the
 * element into the document where you like. It looks only while it is there, and takes nothing from the reader: it shows the state that
 * `latest()` or `between()` gave last.
 *
 * @throws TypeError when `reader` is no reader of a state.
 */
export function inspect(reader: StateReader<any>, { name = 'State' }: InspectOptions = {}): HTMLElement {
  if (typeof (reader as Partial<StateReader<any>> | null | undefined)?.latest !== 'function')
    throw new TypeError('Cannot inspect: the first argument is no reader of a state, use what attachState() gave')
  define()
  const element = document.createElement(TAG) as Inspector
  element.watch(reader, name)
  return element
}

/** Not when the module is loaded: a server that renders pages has no elements. */
function define(): void {
  if (customElements.get(TAG) !== undefined) return
  customElements.define(
    TAG,
    class extends HTMLElement implements Inspector {
      #panel: Panel | undefined
      #timer = 0

      watch(reader: StateReader<any>, name: string): void {
        this.#panel = new Panel(this.attachShadow({ mode: 'open' }), reader, name)
      }

      connectedCallback(): void {
        const panel = this.#panel
        if (panel === undefined) return
        panel.show()
        this.#timer = window.setInterval(() => panel.show(), SHOWN_MS)
      }

      disconnectedCallback(): void {
        clearInterval(this.#timer)
      }
    },
  )
}
