/** Prints the functions of formats that put values one after another: what a programmer, or a compiler, writes with a library's methods. */

import type { Shape } from './shapes.ts'

/** How a format writes a value, as statements over `to`, and reads one, as an expression over `from`. */
export interface Dialect {
  readonly write: (scalar: string, value: string) => string
  readonly read: (scalar: string) => string
  readonly writeLength: (length: string) => string
  readonly readLength: string
  /** Structs with values that may be absent, where the format has a way of its own for them. */
  readonly message?: Message
}

interface Message {
  readonly open: (name: string) => string
  readonly number: (field: number) => string
  readonly close: (name: string) => string
  readonly start: string
  readonly next: string
}

export interface Sequential {
  write(to: unknown, value: unknown): void
  read(from: unknown): unknown
}

type Make = () => Sequential

export function sequential(shape: Shape, dialect: Dialect): Sequential {
  const printer = new Printer(dialect)
  const write = printer.writing(shape, 'value')
  const read = printer.reading(shape)
  // oxlint-disable-next-line typescript/no-implied-eval -- the printed code is what is measured
  const make = new Function(`'use strict'
${printer.functions.join('\n')}
return { write(to, value) {\n${write}\n}, read(from) {\nreturn ${read}\n} }`) as Make
  return make()
}

class Printer {
  readonly functions: string[] = []
  readonly #dialect: Dialect
  #count = 0

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  writing(shape: Shape, value: string): string {
    const { write, writeLength, message } = this.#dialect
    if (typeof shape === 'string') return write(shape, value)
    if ('choice' in shape) {
      return write('u8', shape.choice.map((name, number) => `${value} === '${name}' ? ${number} : `).join('') + '-1')
    }
    if ('maybe' in shape) {
      return `${write('bool', `${value} !== undefined`)}\nif (${value} !== undefined) {\n${this.writing(shape.maybe, value)}\n}`
    }
    if ('list' in shape) {
      const name = this.#function(
        'to, list',
        `${writeLength('list.length')}
for (let i = 0; i < list.length; i++) {\nconst item = list[i]\n${this.writing(shape.list, 'item')}\n}`,
      )
      return `${name}(to, ${value})`
    }
    const fields = Object.entries(shape.struct)
    const body =
      message !== undefined && fields.some(isMaybe)
        ? this.#writingMessage(fields, message)
        : fields.map(([name, field]) => this.writing(field, `value.${name}`)).join('\n')
    return `${this.#function('to, value', body)}(to, ${value})`
  }

  reading(shape: Shape): string {
    const { read, readLength, message } = this.#dialect
    if (typeof shape === 'string') return read(shape)
    if ('choice' in shape) return `${JSON.stringify(shape.choice)}[${read('u8')}]`
    if ('maybe' in shape) return `${read('bool')} ? ${this.reading(shape.maybe)} : undefined`
    if ('list' in shape) {
      const item = this.reading(shape.list)
      const body = `const list = []\nfor (let left = ${readLength}; left > 0; left--) list.push(${item})\nreturn list`
      return `${this.#function('from', body)}(from)`
    }
    const fields = Object.entries(shape.struct)
    if (message !== undefined && fields.some(isMaybe)) return this.#readingMessage(fields, message)
    const maybes = fields.filter(isMaybe)
    const sure = fields.filter((field) => !isMaybe(field))
    const lines = sure.map(([name, field]) => `${name}: ${this.reading(field)}`)
    // Those that may be absent stand last in all shapes.
    const rest = maybes.map(
      ([name, field]) => `if (${read('bool')}) value.${name} = ${this.reading((field as { maybe: Shape }).maybe)}`,
    )
    return `${this.#function('from', `const value = { ${lines.join(', ')} }\n${rest.join('\n')}\nreturn value`)}(from)`
  }

  #writingMessage(fields: readonly [string, Shape][], message: Message): string {
    const lines = fields.map(([name, field], index) => {
      const value = `value.${name}`
      const inner = isMaybe([name, field]) ? (field as { maybe: Shape }).maybe : field
      return `if (${value} !== undefined) {\n${message.number(index + 1)}\n${this.writing(inner, value)}\n}`
    })
    return [message.open('at'), ...lines, message.close('at')].join('\n')
  }

  #readingMessage(fields: readonly [string, Shape][], message: Message): string {
    const cases = fields.map(([name, field], index) => {
      const inner = isMaybe([name, field]) ? (field as { maybe: Shape }).maybe : field
      return `case ${index + 1}: value.${name} = ${this.reading(inner)}\nbreak`
    })
    return `${this.#function(
      'from',
      `const value = {}
${message.start}
while (true) {\nswitch (${message.next}) {\ncase 0: return value\n${cases.join('\n')}\n}\n}`,
    )}(from)`
  }

  #function(parameters: string, body: string): string {
    const name = `f${this.#count++}`
    this.functions.push(`function ${name}(${parameters}) {\n${body}\n}`)
    return name
  }
}

function isMaybe([, field]: readonly [string, Shape]): boolean {
  return typeof field === 'object' && 'maybe' in field
}
