/** What the running engine offers beyond ECMAScript: looked up on globalThis when first needed, never required. */

type BrandTest = (value: unknown) => boolean

/** The parts of Node's `util.types` (also in Bun and Deno) that the codec asks. */
export interface EngineTypes {
  readonly isProxy: BrandTest
  readonly isMap: BrandTest
  readonly isSet: BrandTest
  readonly isDate: BrandTest
  readonly isRegExp: BrandTest
  readonly isNativeError: BrandTest
  readonly isArrayBuffer: BrandTest
  readonly isSharedArrayBuffer: BrandTest
  readonly isBoxedPrimitive: BrandTest
  readonly isPromise: BrandTest
  readonly isWeakMap: BrandTest
  readonly isWeakSet: BrandTest
  readonly isArgumentsObject: BrandTest
  readonly isModuleNamespaceObject: BrandTest
}

/** Node's string transcoders; they take any Uint8Array as `this`, over shared memory too. */
export interface EngineText {
  readonly latin1Write: (this: Uint8Array, text: string, offset: number, length: number) => number
  readonly latin1Slice: (this: Uint8Array, start: number, end: number) => string
  readonly ucs2Write: (this: Uint8Array, text: string, offset: number, length: number) => number
  readonly ucs2Slice: (this: Uint8Array, start: number, end: number) => string
}

interface EngineGlobals {
  readonly Buffer?: { readonly prototype?: Partial<EngineText> }
  readonly process?: { readonly getBuiltinModule?: (id: string) => { readonly types?: EngineTypes } | undefined }
}

const neverProxy: BrandTest = () => false

export let engineTypes: EngineTypes | undefined
export let engineText: EngineText | undefined
/** Whether a value is a Proxy; false where the engine does not tell. */
export let isProxy: BrandTest = neverProxy

let resolved = false

/** Looks the engine up, once. Called before the first message, so that importing the codec probes nothing. */
export function resolveEngine(): void {
  if (resolved) return
  resolved = true
  const { Buffer, process } = globalThis as EngineGlobals
  const text = Buffer?.prototype
  if (text?.latin1Write && text.latin1Slice && text.ucs2Write && text.ucs2Slice) engineText = text as EngineText
  const types = process?.getBuiltinModule?.('node:util')?.types
  if (types === undefined) return
  engineTypes = types
  isProxy = types.isProxy
}
