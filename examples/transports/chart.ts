/** One number of every frame of the last seconds, as a line. */

import uPlot from 'uplot'
import { KEPT, type Series } from './meter.ts'

const HEIGHT = 40
/** Fewer do not get the whole width: the line of a transport that has just begun would jump. */
const FEWEST = 30
const places: Float64Array = Float64Array.from({ length: KEPT }, (_, index) => index)

export class Chart {
  readonly #plot: uPlot
  readonly #limit: Element
  #most = 1
  #first = 0

  /** `figure` has a place for the plot, and one for the number at its upper edge. */
  constructor(figure: Element) {
    const parent = figure.querySelector<HTMLElement>('.plot')!
    this.#limit = figure.querySelector('.limit')!
    this.#plot = new uPlot(
      {
        width: parent.clientWidth,
        height: HEIGHT,
        padding: [1, 0, 0, 0],
        cursor: { show: false },
        legend: { show: false },
        scales: { x: { time: false, range: () => [this.#first, KEPT - 1] }, y: { range: () => [0, this.#most] } },
        axes: [{ show: false }, { show: false }],
        series: [{}, { stroke: '#3d97ea', fill: 'rgb(77 168 255 / 22%)', width: 1.25, points: { show: false } }],
      },
      [new Float64Array(0), new Float64Array(0)],
      parent,
    )
    addEventListener('resize', () => this.#plot.setSize({ width: parent.clientWidth, height: HEIGHT }))
  }

  /** `most`: at the upper edge, so that the lines of two transports can be compared. */
  draw(series: Series, most: number): void {
    this.#most = roundUp(most)
    this.#limit.textContent = this.#most.toLocaleString('en')
    const { values } = series
    this.#first = KEPT - Math.max(FEWEST, values.length)
    this.#plot.setData([places.subarray(KEPT - values.length), values])
  }
}

/** To 1, 2 or 5 of a power of ten. */
function roundUp(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((each) => each * power >= value)!
  return step * power
}
