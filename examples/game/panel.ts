/** What the user chooses, and the numbers beside it. */

import { Chart } from './chart.ts'
import type { ToPage, TransportName } from './messages.ts'

export interface PanelOptions {
  onChoice(transport: TransportName, entities: number): void
  onPause(isPaused: boolean): void
}

export interface Numbers {
  readonly framesPerSecond: number
  readonly receiveMs: number
  readonly ageMs: number
  /** NaN: the browser does not tell. */
  readonly garbageBytes: number
}

export class Panel {
  readonly #options: PanelOptions
  readonly #form = document.querySelector('form')!
  readonly #chart = new Chart(document.querySelector('.chart')!)
  readonly #worker = document.querySelector('#worker')!
  /** Of each transport, as measured last with this number of entities. */
  readonly #receiveMs = new Map<TransportName, number>()

  constructor(options: PanelOptions) {
    this.#options = options
    this.#form.addEventListener('change', (event) => {
      if ((event.target as HTMLInputElement).name === 'entities') this.#receiveMs.clear()
      this.start()
    })
    const pause = document.querySelector('#pause')!
    pause.addEventListener('click', () => {
      const isPaused = pause.getAttribute('aria-pressed') !== 'true'
      pause.setAttribute('aria-pressed', String(isPaused))
      pause.textContent = isPaused ? 'Go on' : 'Pause'
      options.onPause(isPaused)
    })
  }

  /** Begins with what is chosen now. */
  start(): void {
    this.#options.onChoice(this.#transport, Number(new FormData(this.#form).get('entities')))
    this.#showBars()
  }

  /** One frame. */
  plot(frameMs: number, receiveMs: number): void {
    this.#chart.add(frameMs, receiveMs)
  }

  show({ framesPerSecond, receiveMs, ageMs, garbageBytes }: Numbers): void {
    this.#receiveMs.set(this.#transport, receiveMs)
    this.#showBars()
    write('#frames', framesPerSecond.toFixed(0))
    write('#receive', milliseconds(receiveMs))
    write('#age', ageMs.toFixed(1))
    write('#garbage', Number.isNaN(garbageBytes) ? 'n/a' : kilobytes(garbageBytes))
    this.#chart.draw()
  }

  showPace({ stepMs, sendMs, hertz }: Extract<ToPage, { type: 'pace' }>): void {
    this.#worker.textContent = `Worker: ${hertz.toFixed(0)} steps a second, ${stepMs.toFixed(1)} ms each, and ${milliseconds(sendMs)} ms to hand over`
  }

  get #transport(): TransportName {
    return new FormData(this.#form).get('transport') as TransportName
  }

  #showBars(): void {
    const largest = Math.max(...this.#receiveMs.values())
    for (const input of this.#form.querySelectorAll<HTMLInputElement>('[name=transport]')) {
      const ms = this.#receiveMs.get(input.value as TransportName)
      const label = input.parentElement!
      label.querySelector('output')!.textContent = ms === undefined ? '' : milliseconds(ms)
      label.querySelector<HTMLElement>('.bar')!.style.width = ms === undefined ? '0' : `${(ms / largest) * 100}%`
    }
  }
}

function write(selector: string, text: string): void {
  document.querySelector(selector)!.textContent = text
}

function milliseconds(ms: number): string {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(1)
}

function kilobytes(bytes: number): string {
  const kilo = bytes / 1000
  return kilo < 10 ? kilo.toFixed(1) : Math.round(kilo).toLocaleString('en')
}
