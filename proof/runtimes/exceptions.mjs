/**
 * Known failures of a runtime, and differences from its own ports that are meant, with the reason. One that is no
 * longer met, or whose check is no longer there, fails the matrix as well, so that this list can only shrink.
 */

/**
 * @typedef {object} Exception
 * @property {RegExp} runtime names of runtimes
 * @property {string} program
 * @property {string} check
 * @property {RegExp} error what it fails with; any other error is news
 * @property {string} reason
 */

const NO_POLL = 'only the event loop reads the parentPort of Deno, so a thread that blocks gets nothing from there'

/** @type {readonly Exception[]} */
export const exceptions = [
  {
    runtime: /^bun$/,
    program: 'values',
    check: 'the cause of an error come back as from the platform’s Worker',
    error: /^\+ .*\[cause\]: \{/m,
    reason: 'Bun’s own clone of an error drops its cause; ours keeps it, as Node’s does',
  },
  {
    runtime: /^bun$/,
    program: 'values',
    check: 'errors come back as from the platform’s Worker',
    error: /^AssertionError: Values have same structure but are not reference-equal:[^]*RangeError: range/,
    reason: 'in Bun the stack of an error that arrives is enumerable, and its line, column and sourceURL are missing',
  },
  {
    runtime: /^node/,
    program: 'hold',
    check: 'unref, and messages under way',
    error: /^\+ .*message \d/m,
    reason: 'a message that is in shared memory is delivered before an unreferenced port lets the process go',
  },
  {
    runtime: /^bun$/,
    program: 'hold',
    check: 'unref before on',
    error: /^\+ .*after: true\\nstill held\\nexit 0/m,
    reason:
      'in Bun an unref() outlives the listeners that come later; ours does as Node: the first listener references',
  },
  {
    runtime: /^deno$/,
    program: 'hold',
    check: 'addEventListener',
    error: /^\+ .*after: true\\nstill held\\nexit 0/m,
    reason: 'in Deno it does not start a port; ours does as Node: it starts and references',
  },
  {
    runtime: /^deno$/,
    program: 'hold',
    check: 'onmessage, then null',
    error: /^\+ .*set: true\\nafter: false\\nexit 0/m,
    reason: 'in Deno the port goes on holding the process; ours does as Node: without a listener it does not',
  },
  {
    runtime: /^deno$/,
    program: 'connect',
    check: 'a native worker that accepts (sync) has both: our port and its own',
    error: /^Error: 1000 messages: nothing within \d+ ms$/,
    reason: `${NO_POLL}: acceptSync() throws, accept() works`,
  },
  {
    runtime: /^deno$/,
    program: 'receive-sync',
    check: 'a worker on the drop-in port takes what was posted before it began, and follows a ring that grows',
    error: /^Error: 500 messages: nothing within \d+ ms$/,
    reason: `${NO_POLL}: receiveMessageSync() throws for such a message; a channel has no such limit`,
  },
  {
    runtime: /^deno$/,
    program: 'receive-sync',
    check: 'a worker that blocks on a worker that is terminated is not left there',
    error: /^Error: exit of the worker: nothing within \d+ ms$/,
    reason: 'Deno gives a blocked thread no way to see that the other end is gone: block with a timeout',
  },
  {
    runtime: /^deno$/,
    program: 'receive-sync',
    check: 'a worker that listens, and blocks as it posts to a worker that is terminated, is not left there',
    error: /^Error: exit of the worker: nothing within \d+ ms$/,
    reason: 'as the one before',
  },
  {
    runtime: /^deno$/,
    program: 'terminate',
    check: 'a blocked worker on a channel: the port closes',
    error: /^Error: end of the port: nothing within \d+ ms$/,
    reason:
      'Deno never ends a thread that is blocked, so its ports stay open; the port of a Worker closes with its exit',
  },
  {
    runtime: /^node 20$/,
    program: 'pool',
    check: 'a module in TypeScript',
    error: /Unknown file extension "\.ts"/,
    reason: 'Node runs TypeScript from version 22.18 on',
  },
  {
    runtime: /^bun$/,
    program: 'pool',
    check: 'a worker with more memory than resourceLimits allow ends alone',
    error: /^Error: It gave 25000$/,
    reason: 'Bun knows resourceLimits, and limits nothing',
  },
  {
    runtime: /^deno$/,
    program: 'pool',
    check: 'a cancelled task that is blocked leaves no thread',
    error: /a thread is left/,
    reason: 'Deno never ends a thread that is blocked: the pool goes on with another, and the thread stays',
  },
  {
    runtime: /^deno$/,
    program: 'pool-crew',
    check: 'a setup that nothing can settle is a PoolLoadError, too',
    error: /TimeoutError/,
    reason: 'a worker of Deno goes on when nothing is left that could settle what it awaits: give tasks a deadline',
  },
]
