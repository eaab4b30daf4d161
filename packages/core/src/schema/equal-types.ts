/**
 * Which types are equal, although each may be made of objects of its own, and may contain itself: those of one text whose
 * parts are equal, as far as one goes. Both sides' may be compared, and what was read from a description with what was made.
 */
import { type Describer, Type } from './type.ts'

/** A type that was made, or one that was described. */
export type Node = Type | Described

/** A type as text, with a mark in the place of each type in it that is not short: its number among the children. */
export interface Shape {
  readonly text: string
  readonly children: readonly Node[]
}

/** A part of a type: a field, a variant, or `[]` for elements. */
export interface DescribedPart {
  readonly name: string
  readonly described: Described
}

export interface Described {
  /** Such as `struct`, `list` or `f64`. */
  readonly kind: string
  readonly shape: Shape
  /** Strings, numbers and constants in it, in order; those that are no strings as they are written. */
  readonly constants: readonly (string | Constant)[]
  readonly parts: readonly DescribedPart[]
}

/** A number, or what stands for a constant that JSON has no text for. */
export interface Constant {
  readonly text: string
}

/** Descriptions up to this length are written in place. */
const SHORT = 32
/** Around the number of a child. It is in no text of a type: JSON escapes it. */
export const MARK = '\n'
export const MARKED: RegExp = /\n([0-9]+)\n/g

export function isShort({ text, children }: Shape): boolean {
  return children.length === 0 && text.length <= SHORT
}

class ShapeDescriber implements Describer {
  readonly children: Type[] = []

  part(type: Type): string {
    const shape = shapeOf(type)
    return isShort(shape) ? shape.text : this.mark(type)
  }

  mark(type: Type): string {
    return `${MARK}${this.children.push(type) - 1}${MARK}`
  }
}

const shapes = new WeakMap<Type, Shape>()

export function shapeOf(node: Node): Shape {
  if (!(node instanceof Type)) return node.shape
  let shape = shapes.get(node)
  if (shape === undefined) {
    const describer = new ShapeDescriber()
    shape = { text: node.describe(describer), children: describer.children }
    shapes.set(node, shape)
  }
  return shape
}

/** A number for each of `roots` and of all that is in them, the same for equal ones. */
export function classesOf(roots: readonly Node[]): ReadonlyMap<Node, number> {
  const classes = new Map<Node, number>(roots.map((root) => [root, 0]))
  // Grows while it is gone through.
  for (const node of classes.keys()) for (const child of shapeOf(node).children) classes.set(child, 0)
  // All are equal until something tells them apart, in one round more with each step that this is away.
  for (let count = 1; ;) {
    const known = new Map<string, number>()
    const next = Array.from(classes.keys(), (node) => {
      const { text, children } = shapeOf(node)
      const key = `${children.map((child) => classes.get(child)).join()} ${text}`
      const own = known.get(key) ?? known.size
      known.set(key, own)
      return [node, own] as const
    })
    for (const [node, own] of next) classes.set(node, own)
    if (known.size === count) return classes
    count = known.size
  }
}
