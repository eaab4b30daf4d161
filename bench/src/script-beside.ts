/** The script of a worker that lies beside a module: TypeScript in this repository, JavaScript in the published package. */

import { extname } from 'node:path'

export function scriptBeside(moduleUrl: string, name: string): URL {
  return new URL(`./${name}${extname(new URL(moduleUrl).pathname)}`, moduleUrl)
}
