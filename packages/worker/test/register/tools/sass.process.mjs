// @ts-nocheck: it is run as it stands.
/** sass-embedded, synchronously: a worker talks to the compiler's process, and its port is polled. */

import { print } from '../report.mjs'
import { compileString, compileStringAsync, initCompiler } from 'sass-embedded'

const SOURCE = '$size: 2px; @function twice($n) { @return $n * 2 } .a { .b { width: twice($size) } }'
print(compileString(SOURCE).css)
print((await compileStringAsync(SOURCE)).css)
try {
  compileString('.a { width: }')
} catch ({ sassMessage }) {
  print(sassMessage)
}
const compiler = initCompiler()
for (let width = 10; width < 20; width++) print(compiler.compileString(`.a { width: ${width}px }`).css)
compiler.dispose()
