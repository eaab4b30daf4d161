/** Properties whose names come from a schema. */
import { defineOwn } from '../codec/own-property.ts'
import { isOrdinary } from '../codec/property-key.ts'
import { type Emitter, quote } from './emitter.ts'

/** An expression of a property. Where all objects inherit one of the name, only an own one counts. */
export function propertyText(emitter: Emitter, object: string, name: string): string {
  if (isOrdinary(name)) return `${object}[${quote(name)}]`
  return `${emitter.bind('ownProperty', ownProperty)}(${object}, ${quote(name)})`
}

export function propertyOf(object: object, name: string): unknown {
  return isOrdinary(name) ? (object as Record<string, unknown>)[name] : ownProperty(object, name)
}

function ownProperty(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined
}

/** Makes an own property like any other, whatever an assignment of that name would do. */
export function defineField(target: object, name: string, value: unknown): void {
  if (isOrdinary(name)) (target as Record<string, unknown>)[name] = value
  else defineOwn(target, name, value, true)
}

/** A statement that does the same. */
export function definitionText(emitter: Emitter, object: string, name: string, value: string): string {
  if (isOrdinary(name)) return `${object}[${quote(name)}] = ${value}`
  return `${emitter.bind('defineField', defineField)}(${object}, ${quote(name)}, ${value})`
}

/** The object or array in a property, to be filled again; a new one where there is none. */
export function refilledOf(target: Record<string, unknown>, name: string | number, kind: 'object' | 'array'): object {
  const present = Object.hasOwn(target, name) ? target[name] : undefined
  const isFit = kind === 'array' ? Array.isArray(present) : typeof present === 'object' && present !== null
  if (isFit) return present as object
  const created = kind === 'array' ? [] : {}
  defineField(target, String(name), created)
  return created
}
