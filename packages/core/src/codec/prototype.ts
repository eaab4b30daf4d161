/** The origin of an object's prototypes: the program's own, the language's, or the platform's. Found out once for each. */

import { engineTypes, environmentPrototype, isProxy } from './engine.ts'
import { isStackOverflow } from './stack-overflow.ts'
import { VIEW_KINDS } from './tags.ts'

/** `user`: only the program's own. `language`: one that can carry internal slots. `platform`: one that only the platform makes. */
export type Ancestry = 'user' | 'language' | 'platform'

const LANGUAGE_CLASSES: ReadonlySet<string> = new Set([
  'Object',
  'Function',
  'Array',
  'Map',
  'Set',
  'Date',
  'RegExp',
  'Error',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'AggregateError',
  'SuppressedError',
  'ArrayBuffer',
  'SharedArrayBuffer',
  'Boolean',
  'Number',
  'String',
  'BigInt',
  'Symbol',
  'TypedArray',
  ...VIEW_KINDS,
])
// The end of a native function's text: V8 writes it on one line, Firefox and WebKit on three.
const NATIVE_END = /\[native code\]\s*\}$/
// All of it; the name is the engine's, so this knows the classes of other realms (frames, vm) too.
const NATIVE_SOURCE = /^function (\w*)\(\) \{\s*\[native code\]\s*\}$/
// The method that iterators of the language inherit, and the segments of a text have: its name is the engine's, too.
const ITERATOR_SOURCE = /^function \[Symbol\.(iterator|asyncIterator)\]\(\) \{\s*\[native code\]\s*\}$/
// By symbols so described what Node and Deno have written in JavaScript says how to clone it, or not to: on the prototype, or
// on each object.
const CLONE_SYMBOLS = /^(messaging_|Deno\.core\.hostObject$|\[\[NotSerializable\]\]$)/

const functionToString = Function.prototype.toString
const iteratorPrototype = ancestorOf([][Symbol.iterator](), 2)
const asyncIteratorPrototype = ancestorOf((async function* () {})(), 3)
const known: WeakMap<object, Ancestry> = new WeakMap()
// In Node the environment has a class without a name, as what has hidden state; but it is plain to structured clone.
if (environmentPrototype !== null) known.set(environmentPrototype, 'user')

/** `heir` is an object that has this prototype: the first one speaks for all of them. */
export function ancestryOf(prototype: object | null, heir?: object): Ancestry {
  if (prototype === null) return 'user'
  const remembered = known.get(prototype)
  if (remembered !== undefined) return remembered
  const ancestry = isProxy(prototype) ? 'language' : judgeAll(prototype, heir)
  if (ancestry !== undefined) known.set(prototype, ancestry)
  return ancestry ?? 'language'
}

// Where no engine tells a Proxy, its traps run, and may throw: then the object has to be asked for its slots.
function judgeAll(prototype: object, heir: object | undefined): Ancestry | undefined {
  try {
    if (heir !== undefined && saysHowToClone(heir)) return 'platform'
    return worse(judge(prototype), ancestryOf(Object.getPrototypeOf(prototype) as object | null))
  } catch (error) {
    if (isStackOverflow(error)) throw error
    return undefined
  }
}

function worse(own: Ancestry, inherited: Ancestry): Ancestry {
  return own === 'platform' || inherited === 'user' ? own : inherited
}

function judge(prototype: object): Ancestry {
  // Iterators and generators have hidden state and no kind of their own to be told by.
  if (prototype === iteratorPrototype || prototype === asyncIteratorPrototype) return 'platform'
  if (saysHowToClone(prototype)) return 'platform'
  const constructor = constructorOf(prototype)
  if (typeof constructor !== 'function') return isOfIterators(prototype) ? 'platform' : 'user'
  const name = nativeNameOf(constructor)
  if (name === '') return isNameless(constructor, prototype) ? 'platform' : 'user'
  if (name === undefined) return isInterface(constructor) ? 'platform' : 'user'
  if (name === 'Object') return 'user'
  return LANGUAGE_CLASSES.has(name) ? 'language' : 'platform'
}

function saysHowToClone(value: object): boolean {
  return Object.getOwnPropertySymbols(value).some(({ description }) => CLONE_SYMBOLS.test(description ?? ''))
}

/** Whether this is the prototype of a class of the language that structured clone has a rule for. */
export function isOfLanguage(prototype: object): boolean {
  const constructor = constructorOf(prototype)
  return typeof constructor === 'function' && LANGUAGE_CLASSES.has(nativeNameOf(constructor) ?? '')
}

// Frozen intrinsics have an accessor in the place of `constructor`, and their class is a property of its getter. Node's
// `--frozen-intrinsics` names that property `value`, SES names it `originalValue`. The getter may be a program's, so it is
// not called.
function constructorOf(prototype: object): unknown {
  const property = Object.getOwnPropertyDescriptor(prototype, 'constructor')
  if (property === undefined || Object.hasOwn(property, 'value')) return property?.value as unknown
  const getter = property.get ?? {}
  const hidden =
    Object.getOwnPropertyDescriptor(getter, 'value') ?? Object.getOwnPropertyDescriptor(getter, 'originalValue')
  return hidden?.value as unknown
}

// Iterators and generators of another realm, and the results of Intl.Segmenter. These have hidden state, too, and a prototype
// without a class. Making one to compare with would load tables.
function isOfIterators(prototype: object): boolean {
  return [Symbol.iterator, Symbol.asyncIterator].some((symbol) => {
    const method: unknown = Object.getOwnPropertyDescriptor(prototype, symbol)?.value
    return typeof method === 'function' && ITERATOR_SOURCE.test(functionToString.call(method))
  })
}

/** The engine's name of a function of its own; undefined for one of a program. */
function nativeNameOf(constructor: object): string | undefined {
  const source = functionToString.call(constructor)
  return NATIVE_END.test(source) ? (NATIVE_SOURCE.exec(source)?.[1] ?? '') : undefined
}

// A bound function and a Proxy of a class have a native text without a name; but so have classes of Node's own that nobody
// can reach by name, such as the base of KeyObject.
function isNameless(constructor: Function, prototype: object): boolean {
  if (engineTypes === undefined || isProxy(constructor)) return false
  return Object.getOwnPropertyDescriptor(constructor, 'prototype')?.value === prototype
}

// Platform interfaces written in JavaScript (Node's URL, Event, Headers) are globals, and unlike a program's not enumerable;
// some are accessors until somebody has asked for them.
function isInterface(constructor: object): boolean {
  const name: unknown = Object.getOwnPropertyDescriptor(constructor, 'name')?.value
  if (typeof name !== 'string') return false
  const property = Object.getOwnPropertyDescriptor(globalThis, name)
  if (property?.enumerable !== false) return false
  return (property.get === undefined ? property.value : property.get.call(globalThis)) === constructor
}

function ancestorOf(value: object, generations: number): object {
  let ancestor = value
  for (let count = 0; count < generations; count++) ancestor = Object.getPrototypeOf(ancestor) as object
  return ancestor
}
