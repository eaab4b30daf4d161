/** The part of the panel that is the same for every world. */

import type { TransportName } from './messages.ts'

export interface Range {
  readonly name: string
  readonly least: number
  readonly most: number
  readonly first: number
}

/** The cheapest for the page first. */
const NAMES: readonly (readonly [TransportName, string])[] = [
  ['state', 'Slipring state'],
  ['channel', 'Slipring channel'],
  ['buffer', 'Transferred buffer'],
  ['port', 'Objects, Slipring port'],
  ['objects', 'Objects, <code>postMessage</code>'],
]

const FIGURES = [
  ['frame', 'Frame to frame', 'ms'],
  ['main', 'Main thread, a frame', 'ms'],
  ['age', 'Age when drawn', 'ms'],
  ['garbage', 'Garbage, a frame', 'KB'],
] as const

export function markupOf({ name, least, most, first }: Range): string {
  const transports = NAMES.map(
    ([value, text], index) => `<label>
      <input type="radio" name="transport" value="${value}" ${index === 0 ? 'checked' : ''} />
      <span>${text}</span><i class="bar"></i><output></output>
    </label>`,
  )
  const figures = FIGURES.map(
    ([id, text, unit]) => `<figure id="${id}">
      <figcaption>${text}</figcaption>
      <p><b>–</b> ${unit}</p>
      <div class="plot"></div>
      <small class="limit"></small>
    </figure>`,
  )
  return `
    <form>
      <fieldset class="transports">
        <legend>How does the world get here? <small>ms a frame</small></legend>
        ${transports.join('')}
      </fieldset>
      <label class="entities">
        <span>${name}</span>
        <input type="range" name="entities" min="${least}" max="${most}" step="1000" value="${first}" />
        <output>${first.toLocaleString('en')}</output>
      </label>
    </form>
    <section class="plots" aria-live="off">${figures.join('')}</section>
    <footer>
      <button type="button" id="pause" aria-pressed="false">Pause</button>
      <p id="worker">The worker starts…</p>
    </footer>`
}
