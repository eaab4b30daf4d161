/** Runs a program of this folder on the runtime that runs this one. */

import { spawn } from 'node:child_process'

/** Their waiting overlaps; more of them at once would only wait for each other. */
const AT_ONCE = 4
const waiting = []
let running = 0

/** Its output, and how it ended. One that does not end is killed. */
export async function spawnProgram(file, ...args) {
  if (running === AT_ONCE) await new Promise((resolve) => waiting.push(resolve))
  running++
  try {
    return await runProgram(file, args)
  } finally {
    running--
    waiting.shift()?.()
  }
}

function runProgram(file, args) {
  const [binary, ...before] = JSON.parse(process.env.SLIPRING_RUNTIME)
  return new Promise((resolve, reject) => {
    const child = spawn(binary, [...before, file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    const limit = setTimeout(() => child.kill('SIGKILL'), 40_000)
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (errors += chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(limit)
      resolve({ code, signal, output, errors })
    })
  })
}
