// @ts-nocheck: it is run as it stands.
/** sass-embedded, synchronously: a worker talks to the compiler's process, and its port is polled. */

import { compileString, compileStringAsync, initCompiler } from 'sass-embedded'

const SOURCE = '$size: 2px; @function twice($n) { @return $n * 2 } .a { .b { width: twice($size) } }'
console.log(compileString(SOURCE).css)
console.log((await compileStringAsync(SOURCE)).css)
try {
  compileString('.a { width: }')
} catch ({ sassMessage }) {
  console.log(sassMessage)
}
const compiler = initCompiler()
for (let width = 10; width < 20; width++) console.log(compiler.compileString(`.a { width: ${width}px }`).css)
compiler.dispose()
