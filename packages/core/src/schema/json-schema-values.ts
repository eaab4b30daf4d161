/** The TypeScript types of the values that a JSON Schema describes. */

/** The values of a JSON Schema that is written `as const`, or of a TypeBox object. */
export type FromJsonSchema<S> = S extends { readonly static: infer T }
  ? T
  : S extends { readonly const: infer C }
    ? C
    : S extends { readonly enum: readonly (infer E)[] }
      ? E
      : S extends { readonly anyOf: readonly (infer A)[] } | { readonly oneOf: readonly (infer A)[] }
        ? FromJsonSchema<A>
        : S extends { readonly type: infer N }
          ? FromNamed<S, N>
          : unknown

type FromNamed<S, N> = N extends 'object'
  ? FromObject<S>
  : N extends 'array'
    ? FromArray<S>
    : N extends readonly (infer M)[]
      ? FromNamed<S, M>
      : N extends keyof Named
        ? Named[N]
        : unknown

interface Named {
  string: string
  number: number
  integer: number
  boolean: boolean
  null: null
}

type FromArray<S> = S extends { readonly prefixItems: infer P extends readonly unknown[] }
  ? { -readonly [I in keyof P]: FromJsonSchema<P[I]> }
  : S extends { readonly items: infer I }
    ? FromJsonSchema<I>[]
    : unknown[]

type FromObject<S> = S extends { readonly properties: infer P }
  ? Flat<
      { -readonly [K in keyof P as K extends RequiredKeys<S> ? K : never]: FromJsonSchema<P[K]> } & {
        -readonly [K in keyof P as K extends RequiredKeys<S> ? never : K]?: FromJsonSchema<P[K]>
      }
    >
  : object

type RequiredKeys<S> = S extends { readonly required: readonly (infer R)[] } ? R : never
type Flat<T> = { [K in keyof T]: T[K] }
