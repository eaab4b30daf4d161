/** A thread that holds ends of channels, and does as it is told with them. */

import type { MessagePort } from 'node:worker_threads'

/** The members that both kinds of ports have. */
export type End = Pick<MessagePort, 'on' | 'postMessage' | 'close' | 'unref' | 'removeAllListeners'>
export type Receive = (port: End) => { message: unknown } | undefined

/** An order to a thread, for an end that it holds. */
export type Deed = { readonly do: 'post'; readonly value: unknown } | { readonly do: 'take' | 'listen' | 'close' }

export class Agent {
  readonly #ends = new Map<string, End>()
  /** Ends that have a listener. With two of them, a message that is late would be in the log twice. */
  readonly #heard = new Set<End>()
  readonly #receive: Receive
  readonly #log: (id: string, entry: string) => void

  constructor(receive: Receive, log: (id: string, entry: string) => void) {
    this.#receive = receive
    this.#log = log
  }

  hold(id: string, end: End): void {
    this.#ends.set(id, end)
  }

  /** To be transferred. */
  release(id: string): End {
    const end = this.#ends.get(id)!
    this.#ends.delete(id)
    return end
  }

  do(id: string, deed: Deed): void {
    const end = this.#ends.get(id)!
    if (deed.do === 'post') end.postMessage(deed.value)
    else if (deed.do === 'take') this.#log(id, JSON.stringify(this.#receive(end)?.message) ?? 'nothing')
    else if (deed.do === 'close') end.close()
    else if (!this.#heard.has(end)) {
      this.#heard.add(end)
      end.on('message', (message) => this.#log(id, JSON.stringify(message)))
      end.unref()
    }
  }
}

/** Turns of the event loop, in which what is here is delivered. */
export async function settle(turns = 6): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
}
