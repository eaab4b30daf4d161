/** Frame time and receiving time of the last seconds. */

import uPlot from 'uplot'

/** Ten seconds at 60 frames a second. */
const FRAMES = 600
const HEIGHT = 104
const MOST_MS = 40

export class Chart {
  readonly #plot: uPlot
  // Filled again for every frame: a chart that made garbage would show its own.
  readonly #frames = Float64Array.from({ length: FRAMES }, (_, index) => index - FRAMES)
  readonly #frameMs = new Float64Array(FRAMES)
  readonly #receiveMs = new Float64Array(FRAMES)
  readonly #data: uPlot.AlignedData = [this.#frames, this.#frameMs, this.#receiveMs]

  constructor(parent: HTMLElement) {
    const axis = { stroke: '#93a0c2', grid: { stroke: 'rgb(148 166 214 / 12%)', width: 1 }, font: '11px system-ui' }
    this.#plot = new uPlot(
      {
        width: parent.clientWidth,
        height: HEIGHT,
        cursor: { show: false },
        legend: { show: false },
        scales: { x: { time: false }, y: { range: [0, MOST_MS] } },
        axes: [
          { show: false },
          { ...axis, size: 34, splits: [0, 16.7, 33.3], values: (_, ms) => ms.map((value) => value.toFixed(0)) },
        ],
        series: [
          {},
          { label: 'ms from frame to frame', stroke: '#5b6b94', width: 1, points: { show: false } },
          {
            label: 'ms receiving',
            stroke: '#4da8ff',
            fill: 'rgb(77 168 255 / 30%)',
            width: 1.5,
            points: { show: false },
          },
        ],
      },
      this.#data,
      parent,
    )
    addEventListener('resize', () => this.#plot.setSize({ width: parent.clientWidth, height: HEIGHT }))
  }

  add(frameMs: number, receiveMs: number): void {
    append(this.#frameMs, frameMs)
    append(this.#receiveMs, receiveMs)
  }

  draw(): void {
    this.#plot.setData(this.#data)
  }
}

function append(values: Float64Array, ms: number): void {
  values.copyWithin(0, 1)
  values[FRAMES - 1] = Math.min(MOST_MS, ms)
}
