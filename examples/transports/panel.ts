/** The choices of the user, and the numbers beside them. */

import { Chart } from './chart.ts'
import type { ToPage, TransportName } from './messages.ts'
import { Garbage, History } from './meter.ts'
import { markupOf, type Range } from './panel-markup.ts'

export interface PanelOptions {
  /** How many there may be, and what they are called. */
  readonly entities: Range
  onChoice(transport: TransportName, entities: number): void
  onPause(isPaused: boolean): void
}

/** A figure each. */
const PLOTS = ['frame', 'main', 'age', 'garbage'] as const
/** So many times the largest mean of all transports is at the upper edge of a plot. */
const ABOVE_MEAN = 2

export class Panel {
  readonly #options: PanelOptions
  readonly #form: HTMLFormElement
  readonly #plots: readonly { readonly name: (typeof PLOTS)[number]; readonly chart: Chart; readonly number: Element }[]
  readonly #worker: Element
  /** Of each transport, with this number of entities. */
  readonly #histories = new Map<TransportName, History>()
  #history = new History()

  constructor(options: PanelOptions) {
    this.#options = options
    document.querySelector('header')!.insertAdjacentHTML('afterend', markupOf(options.entities))
    this.#form = document.querySelector('form')!
    this.#worker = document.querySelector('#worker')!
    this.#plots = PLOTS.filter((name) => name !== 'garbage' || Garbage.isKnown).map((name) => {
      const figure = document.querySelector(`#${name}`)!
      return { name, chart: new Chart(figure), number: figure.querySelector('b')! }
    })
    const entities = this.#form.querySelector('.entities output')!
    this.#form.addEventListener('input', () => (entities.textContent = this.#entities.toLocaleString('en')))
    this.#form.addEventListener('change', (event) => {
      if ((event.target as HTMLInputElement).name === 'entities') this.#histories.clear()
      this.start()
    })
    const pause = document.querySelector('#pause')!
    pause.addEventListener('click', () => {
      const isPaused = pause.getAttribute('aria-pressed') !== 'true'
      pause.setAttribute('aria-pressed', String(isPaused))
      pause.textContent = isPaused ? 'Go on' : 'Pause'
      options.onPause(isPaused)
    })
    if (!Garbage.isKnown) document.querySelector('#garbage p')!.textContent = 'This browser does not tell.'
  }

  /** Begins with what is chosen now. */
  start(): void {
    const transport = this.#transport
    this.#history = this.#histories.get(transport) ?? new History()
    this.#histories.set(transport, this.#history)
    this.#options.onChoice(transport, this.#entities)
    this.#showBars()
  }

  /** One frame. `bytes`: of new objects. */
  add(frameMs: number, mainMs: number, receiveMs: number, ageMs: number, bytes: number): void {
    const { frame, main, receive, age, garbage } = this.#history
    frame.add(frameMs)
    main.add(mainMs)
    receive.add(receiveMs)
    age.add(ageMs)
    garbage.add(bytes / 1000)
  }

  show(): void {
    const history = this.#history
    if (history.frame.values.length === 0) return
    this.#showBars()
    for (const { name, chart, number } of this.#plots) {
      const means = Array.from(this.#histories.values(), (one) => one[name].mean()).filter((mean) => mean >= 0)
      number.textContent = digits(history[name].mean())
      chart.draw(history[name], ABOVE_MEAN * Math.max(...means))
    }
  }

  showPace({ stepMs, sendMs, hertz }: Extract<ToPage, { type: 'pace' }>): void {
    this.#worker.textContent = `Worker: ${hertz.toFixed(0)} steps a second, ${stepMs.toFixed(1)} ms each, and ${digits(sendMs)} ms to hand over`
  }

  get #entities(): number {
    return Number(new FormData(this.#form).get('entities'))
  }

  get #transport(): TransportName {
    return new FormData(this.#form).get('transport') as TransportName
  }

  #showBars(): void {
    const receiveMs = (name: string): number => this.#histories.get(name as TransportName)?.receive.mean() ?? Number.NaN
    const inputs = [...this.#form.querySelectorAll<HTMLInputElement>('[name=transport]')]
    const largest = Math.max(...inputs.map(({ value }) => receiveMs(value) || 0))
    for (const input of inputs) {
      const ms = receiveMs(input.value)
      const label = input.parentElement!
      const output = label.querySelector('output')!
      output.textContent = Number.isNaN(ms) ? '' : digits(ms)
      // For programs, with all its digits.
      output.dataset['ms'] = String(ms)
      label.querySelector<HTMLElement>('.bar')!.style.width = Number.isNaN(ms) ? '0' : `${(ms / largest) * 100}%`
    }
  }
}

/** Three of them, or all before the point. */
function digits(value: number): string {
  if (value < 10) return value.toFixed(2)
  return value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en')
}
