/** The row of a field: its name, its type, and its value as a text or a little graph. */

import type { ShownField } from '@slipring/core/state'
import { element } from './element.ts'
import { numberText, PARTS, shortText, spreadOf } from './numbers.ts'

const SVG = 'http://www.w3.org/2000/svg'
const BAR = { width: 72, height: 18 }
const TEXT_SHOWN = 60

/** The part of a table that is shown. */
interface AnyTable {
  readonly size: number
  readonly capacity: number
  readonly clock: number
}

/** Fields of structs come one by one, with the names of those around them; so do the columns of tables. */
export function flatFields(field: ShownField, path = ''): readonly ShownField[] {
  const name = path === '' || field.name === '' ? path + field.name : `${path}.${field.name}`
  const parts = field.fields.flatMap((part) => flatFields(part, name))
  return parts.length > 0 && !isTable(field.value) ? parts : [{ ...field, name }, ...parts]
}

export class FieldRow {
  readonly root: HTMLElement
  readonly #graph: HTMLElement
  readonly #value = element('div', 'value')
  #bars: readonly SVGRectElement[] = []
  #meter: HTMLElement | undefined

  constructor({ name, type }: ShownField) {
    this.#graph = element('div', 'graph')
    const label = element('div', 'name', name === '' ? 'value' : name)
    label.title = name
    this.root = element('div', 'field')
    this.root.append(label, element('div', 'type', shortType(type)), this.#graph)
    this.#graph.append(this.#value)
  }

  show(value: unknown): void {
    if (isTable(value)) this.#showTable(value)
    else if (isColumn(value) && value.length > 1) this.#showColumn(value)
    else this.#value.textContent = textOf(value)
  }

  #showTable({ size, capacity, clock }: AnyTable): void {
    if (this.#meter === undefined) {
      const meter = element('div', 'meter')
      this.#meter = document.createElement('i')
      meter.append(this.#meter)
      this.#graph.prepend(meter)
    }
    this.#meter.style.width = `${(100 * size) / Math.max(1, capacity)}%`
    this.#value.textContent = `${numberText(size)} of ${numberText(capacity)}`
    this.#value.title = `Rows. The clock is ${numberText(clock)}`
  }

  #showColumn(column: ArrayLike<number | bigint>): void {
    const spread = spreadOf(column)
    if (this.#bars.length === 0) this.#bars = this.#makeBars()
    this.#bars.forEach((bar, index) => {
      const part = spread?.parts[index] ?? 0
      const height = part === 0 ? 0 : Math.max(1, part * BAR.height)
      bar.setAttribute('height', height.toFixed(1))
      bar.setAttribute('y', (BAR.height - height).toFixed(1))
    })
    this.#value.textContent = spread === undefined ? '' : rangeText(spread.least, spread.most)
  }

  #makeBars(): readonly SVGRectElement[] {
    const svg = document.createElementNS(SVG, 'svg')
    svg.setAttribute('class', 'bars')
    svg.setAttribute('viewBox', `0 0 ${BAR.width} ${BAR.height}`)
    const width = BAR.width / PARTS
    const bars = Array.from({ length: PARTS }, (_, index) => {
      const bar = document.createElementNS(SVG, 'rect')
      bar.setAttribute('x', (index * width).toFixed(1))
      bar.setAttribute('width', (width - 1).toFixed(1))
      bar.setAttribute('rx', '0.8')
      return bar
    })
    svg.append(...bars)
    this.#graph.prepend(svg)
    return bars
  }
}

/** Of a column: the kind of its numbers. */
function shortType(type: string): string {
  return type.replace(/^fixedBytes\(\d+\)$/, 'Uint8').replace(/Array of \d+$/, '')
}

function rangeText(least: number, most: number): string {
  return least === most ? `all ${shortText(least)}` : `${shortText(least)} … ${shortText(most)}`
}

function textOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return numberText(value)
  if (typeof value === 'string') return value.length > TEXT_SHOWN ? `“${value.slice(0, TEXT_SHOWN)}…”` : `“${value}”`
  if (value === undefined || value === null) return 'none'
  if (isColumn(value)) return value.length === 1 ? numberText(value[0]!) : 'empty'
  const length = (value as { readonly length?: unknown }).length ?? (value as { readonly size?: unknown }).size
  if (typeof length === 'number') return `${numberText(length)} ${length === 1 ? 'element' : 'elements'}`
  return String(value)
}

function isColumn(value: unknown): value is ArrayLike<number | bigint> {
  return ArrayBuffer.isView(value) && !(value instanceof DataView)
}

function isTable(value: unknown): value is AnyTable {
  const { capacity, clock } = (value ?? {}) as Partial<AnyTable>
  return typeof capacity === 'number' && typeof clock === 'number'
}
