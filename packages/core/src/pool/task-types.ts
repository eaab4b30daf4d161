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
