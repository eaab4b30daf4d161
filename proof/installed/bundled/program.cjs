/** A user's program for a bundler, as CommonJS. The files of its threads are entries of their own. */

const { join } = require('node:path')
const { Worker } = require('@slipring/worker')
const { exchange } = require('./exchange.mjs')

void exchange(new Worker(join(__dirname, 'echo.cjs')), join(__dirname, 'tasks.cjs'))
