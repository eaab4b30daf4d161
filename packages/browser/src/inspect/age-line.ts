/** A line of the last ages. */

import { element } from './element.ts'
import { msText } from './numbers.ts'

const SVG = 'http://www.w3.org/2000/svg'
const KEPT = 60
const HEIGHT = 34

export class AgeLine {
  readonly root: HTMLElement = element('figure', '')
  readonly #most = element('span', '')
  readonly #line = document.createElementNS(SVG, 'path')
  readonly #under = document.createElementNS(SVG, 'path')
  #ages: readonly number[] = []

  constructor() {
    const caption = element('figcaption', '')
    caption.append(element('span', '', 'Age of the shown state'), this.#most)
    const svg = document.createElementNS(SVG, 'svg')
    svg.setAttribute('viewBox', `0 0 ${KEPT - 1} ${HEIGHT}`)
    svg.setAttribute('preserveAspectRatio', 'none')
    this.#under.setAttribute('class', 'under')
    svg.append(this.#under, this.#line)
    this.root.append(caption, svg)
  }

  add(age: number): void {
    this.#ages = [...this.#ages.slice(1 - KEPT), age]
    const most = Math.max(1, ...this.#ages)
    const first = KEPT - this.#ages.length
    const points = this.#ages.map((one, index) => `${first + index},${(HEIGHT * (1 - (0.94 * one) / most)).toFixed(1)}`)
    this.#line.setAttribute('d', `M${points.join('L')}`)
    this.#under.setAttribute('d', `M${first},${HEIGHT}L${points.join('L')}L${KEPT - 1},${HEIGHT}Z`)
    this.#most.textContent = `highest ${msText(Math.max(...this.#ages))}`
  }
}
