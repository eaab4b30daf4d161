/** The types of a pool's tasks, from the type of its worker's module: `new Pool<typeof import('./worker.ts')>(…)`. */

type TaskFunction = (...parameters: any[]) => unknown
// Only `any` has room for a number in its intersection with another.
type IsAny<Type> = 0 extends 1 & Type ? true : false

/** The names of the functions that a module exports. */
export type FunctionName<Module> = {
  [Name in keyof Module]: Module[Name] extends TaskFunction ? Name : never
}[keyof Module] &
  string

/** The function that is called without a name: the default export, where there is one. */
export type DefaultName<Module> = 'default' extends FunctionName<Module> ? 'default' : FunctionName<Module>

/** The argument of a function. */
export type TaskOf<Module, Name extends string> =
  IsAny<Module> extends true
    ? any
    : Name extends keyof Module
      ? Module[Name] extends () => unknown
        ? void
        : Module[Name] extends (task: infer Task, ...rest: any[]) => unknown
          ? Task
          : never
      : any

/** The result of a function, once its promise is settled. */
export type ResultOf<Module, Name extends string> =
  IsAny<Module> extends true
    ? any
    : Name extends keyof Module
      ? Module[Name] extends (...parameters: any[]) => infer Result
        ? Awaited<Result>
        : never
      : any

/** Values of what a function returns, if that is a generator or another iterable object. */
type Parts<Returned> =
  Awaited<Returned> extends object & (AsyncIterable<infer Part> | Iterable<infer Part>) ? Awaited<Part> : never

/** The names of the functions that a module exports and whose values can be streamed. */
export type StreamName<Module> =
  IsAny<Module> extends true
    ? string
    : {
        [Name in keyof Module]: Module[Name] extends (...parameters: any[]) => infer Returned
          ? Awaited<Returned> extends object & (AsyncIterable<any> | Iterable<any>)
            ? Name
            : never
          : never
      }[keyof Module] &
        string

/** The function that is streamed without a name: the default export, where that can be. */
export type DefaultStream<Module> = 'default' extends StreamName<Module> ? 'default' : StreamName<Module>

/** The values of a generator. */
export type PartOf<Module, Name extends string> =
  IsAny<Module> extends true
    ? any
    : Name extends keyof Module
      ? Module[Name] extends (...parameters: any[]) => infer Returned
        ? Parts<Returned>
        : never
      : any
