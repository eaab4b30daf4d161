/**
 * A program over two entangled ports of one page, step by step, and what each side of them sees. Its steps do what a program
 * may do with ports in any order, but nothing of what docs/PARITY.md tells of.
 * @typedef {import('./parity-cases.js').AnyPort} AnyPort
 * @typedef {0 | 1} Side
 * @typedef {'nothing' | 'object' | 'text' | 'transfer' | 'large' | 'port'} Load What a message carries beside its number.
 * @typedef {'addEventListener' | 'addEventListener once' | 'signal' | 'onmessage'} Way
 * @typedef {'log' | 'reply' | 'close' | 'leave' | 'post two' | 'stop' | 'transfer'} Deed What a listener does when called.
 * @typedef {{ do: 'post', side: Side, load: Load }
 *   | { do: 'listen', side: Side, way: Way, deed: Deed }
 *   | { do: 'forget' | 'start' | 'close', side: Side }
 *   | { do: 'settle' } | { do: 'yield' }} Step
 * @typedef {{ actor: Side, closedHear: boolean, steps: Step[] }} Program Only listeners of the actor's side do anything: which
 *   of two ports is served first is nobody's promise, and what one did could reach the other before or after its next message.
 *   `closedHear`: what the platform still gives a port that this side has closed is a difference, and not looked at.
 */

import { pause } from './collect.js'

/** Tasks in which everything comes that is on its way within one page. */
const TASKS = 12
const MOST_REPLIES = 6

/** @type {Record<'nothing' | 'object' | 'text' | 'large', (number: number) => unknown>} */
const makers = {
  nothing: (number) => number,
  object: (number) => ({ number, is: true }),
  text: (number) => `${number} ${'x'.repeat(700)}`,
  // Too much for the first ring.
  large: (number) => ({ number, bytes: new Uint8Array(9000) }),
}

/**
 * Both logs, each of one side: what one sees before the other is nobody's promise.
 * @param {Program} program
 * @param {() => [AnyPort, AnyPort]} makePair
 * @returns {Promise<[string[], string[]]>}
 */
export async function runProgram({ steps, ...program }, makePair) {
  const stage = new Stage(program, makePair())
  for (const step of steps) await stage.take(step)
  await settle()
  stage.end()
  await settle()
  return stage.logs
}

async function settle() {
  const { port1, port2 } = new MessageChannel()
  for (let task = 0; task < TASKS; task++) {
    const turn = new Promise((resolve) => (port2.onmessage = resolve))
    port1.postMessage(null)
    await turn
  }
  port1.close()
  await pause(1)
  await pause(1)
}

const nothing = () => {}

class Stage {
  /** @type {[string[], string[]]} */
  logs = [[], []]
  #actor
  #closedHear
  #ports
  /** @type {[(() => void)[], (() => void)[]]} */
  #forgets = [[], []]
  #isClosed = [false, false]
  /** @type {MessagePort[]} */
  #carried = []
  #number = 0
  #replies = 0

  /**
   * @param {Pick<Program, 'actor' | 'closedHear'>} program
   * @param {[AnyPort, AnyPort]} ports
   */
  constructor({ actor, closedHear }, ports) {
    this.#actor = actor
    this.#closedHear = closedHear
    this.#ports = ports
    for (const at of /** @type {const} */ ([0, 1]))
      ports[at].addEventListener('messageerror', () => this.logs[at].push('messageerror'))
  }

  /** @param {Step} step */
  async take(step) {
    if (step.do === 'settle') await settle()
    else if (step.do === 'yield') await undefined
    else if (step.do === 'post') this.#post(step.side, step.load)
    else if (step.do === 'listen') this.#listen(step.side, step.way, step.deed)
    else if (step.do === 'forget') this.#forgets[step.side].pop()?.()
    else if (step.do === 'start') this.#ports[step.side].start()
    else this.#close(step.side)
  }

  end() {
    for (const port of [...this.#ports, ...this.#carried]) port.close()
  }

  /** @param {Side} at */
  #close(at) {
    this.#ports[at].close()
    this.#isClosed[at] = true
  }

  /**
   * @param {Side} at
   * @param {Load} load
   */
  #post(at, load) {
    const port = this.#ports[at]
    const number = ++this.#number
    if (load === 'transfer') {
      const buffer = new ArrayBuffer(number)
      port.postMessage({ number, buffer }, [buffer])
      if (!this.#isClosed.includes(true)) this.logs[at].push(`detached ${buffer.byteLength}`)
    } else if (load === 'port') {
      const { port1, port2 } = new MessageChannel()
      this.#carried.push(port1)
      // The half that stays here of a port that went nowhere.
      if (this.#isClosed.includes(true)) port2.close()
      else port.postMessage({ number, port: port2 }, [port2])
    } else port.postMessage(makers[load](number))
  }

  /**
   * @param {Side} at
   * @param {Way} way
   * @param {Deed} deed
   */
  #listen(at, way, deed) {
    const port = this.#ports[at]
    const name = `${way}:${this.#number}`
    let forget = nothing
    const hear = (/** @type {MessageEvent} */ event) => {
      if (this.#closedHear && this.#isClosed[at]) return
      this.logs[at].push(`${name} ${this.#shown(event)}`)
      this.#act(at, deed, forget, event)
    }
    if (way === 'onmessage') {
      port.onmessage = hear
      forget = () => void (port.onmessage = null)
    } else {
      const controller = new AbortController()
      const options = way === 'signal' ? { signal: controller.signal } : { once: way.endsWith('once') }
      port.addEventListener('message', /** @type {any} */ (hear), options)
      forget = () =>
        way === 'signal' ? controller.abort() : port.removeEventListener('message', /** @type {any} */ (hear))
    }
    this.#forgets[at].push(forget)
  }

  /**
   * @param {Side} at
   * @param {Deed} deed
   * @param {() => void} forget
   * @param {MessageEvent} event
   */
  #act(at, deed, forget, event) {
    if (deed === 'leave') forget()
    else if (deed === 'stop') event.stopImmediatePropagation()
    else if (at !== this.#actor) return
    else if (deed === 'close') this.#close(at)
    else if (deed !== 'log' && this.#replies < MOST_REPLIES) {
      this.#replies++
      this.#post(at, deed === 'transfer' ? 'transfer' : 'nothing')
      if (deed === 'post two') this.#post(at, 'object')
    }
  }

  /** @param {MessageEvent} event */
  #shown({ data, ports }) {
    this.#carried.push(...ports)
    if (typeof data === 'string') return data.slice(0, 12)
    if (typeof data !== 'object' || data === null) return String(data)
    const parts = Object.entries(data).map(([key, part]) => `${key} ${part?.byteLength ?? part}`)
    return `${parts.join(' ')}, ${ports.length} ports`
  }
}
