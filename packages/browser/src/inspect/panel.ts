/** The panel: numbers of the reader, and a row for each field. */

import { shownFields, type StateReader } from '@slipring/core/state'
import { AgeLine } from './age-line.ts'
import { element } from './element.ts'
import { FieldRow, flatFields } from './field-row.ts'
import { msText, numberText } from './numbers.ts'
import { STYLE } from './style.ts'

/** A state is late when it is older than so many intervals, and than so many milliseconds. */
const LATE_INTERVALS = 6
const LATE_MS = 250

type Life = 'live' | 'late' | 'waiting' | 'ended' | 'closed'

export class Panel {
  readonly #reader: StateReader<any>
  readonly #life = element('div', 'life')
  readonly #mode = element('div', 'mode')
  readonly #numbers = new Map<string, HTMLElement>()
  readonly #age = new AgeLine()
  readonly #fields = element('div', 'fields')
  readonly #rows = new Map<string, FieldRow>()

  constructor(root: ShadowRoot, reader: StateReader<any>, name: string) {
    this.#reader = reader
    const style = document.createElement('style')
    style.textContent = STYLE
    const header = element('header', '')
    header.append(element('h2', '', name), this.#life, this.#mode)
    const numbers = element('dl', 'numbers')
    for (const label of ['Version', 'Every', 'Missed', 'History']) {
      const tile = element('div', '')
      const value = element('dd', '', '–')
      tile.append(element('dt', '', label), value)
      numbers.append(tile)
      this.#numbers.set(label, value)
    }
    root.append(style, header, numbers, this.#age.root, this.#fields)
  }

  show(): void {
    const reader = this.#reader
    const life = this.#lifeOf()
    this.#life.dataset['life'] = life
    this.#life.textContent = life
    this.#mode.textContent = reader.mode
    if (reader.version === 0) return this.#showNothing()
    const { overwritten, version, interval } = reader
    const seen = version - overwritten
    this.#put('Version', numberText(version))
    this.#put('Every', interval === 0 ? '–' : msText(interval))
    this.#put('Missed', numberText(overwritten))
    this.#numbers.get('Missed')!.title = `${numberText(overwritten)} states were published that this reader never had`
    this.#numbers.get('Missed')!.classList.toggle('isLate', overwritten > seen)
    if (life === 'closed') return
    const { versions } = reader
    this.#put('History', versions.length === 0 ? 'none' : numberText(versions.length))
    this.#numbers.get('History')!.title = versions.length === 0 ? '' : `${versions[0]} to ${versions.at(-1)}`
    this.#age.add(Math.max(0, performance.now() - reader.time))
    this.#showFields()
  }

  #lifeOf(): Life {
    const reader = this.#reader
    try {
      void reader.versions
    } catch {
      return 'closed'
    }
    if (reader.hasEnded) return 'ended'
    if (reader.version === 0) return 'waiting'
    const age = performance.now() - reader.time
    return age > Math.max(LATE_MS, LATE_INTERVALS * reader.interval) ? 'late' : 'live'
  }

  #showNothing(): void {
    if (this.#fields.childElementCount === 0) this.#fields.append(element('p', 'empty', 'No state has come yet.'))
  }

  #showFields(): void {
    const whole = shownFields(this.#reader)
    if (whole === undefined) return
    const fields = flatFields(whole)
    if (fields.some(({ name }) => !this.#rows.has(name))) this.#makeRows(fields)
    for (const { name, value } of fields) this.#rows.get(name)!.show(value)
  }

  #makeRows(fields: ReturnType<typeof flatFields>): void {
    this.#rows.clear()
    for (const field of fields) this.#rows.set(field.name, new FieldRow(field))
    this.#fields.replaceChildren(...Array.from(this.#rows.values(), ({ root }) => root))
  }

  #put(label: string, text: string): void {
    this.#numbers.get(label)!.textContent = text
  }
}
