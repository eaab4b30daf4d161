/** Processor time of this machine, this process and its children, from /proc where there is one. */

import { readdirSync, readFileSync } from 'node:fs'

// USER_HZ: 100 on every Linux that Node runs on.
const MICROS_PER_TICK = 10_000

/** Processor time of this process in microseconds. */
export function ownMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Processor time of all processes that descend from this one, also of those that have ended; null where /proc does not tell. */
export function descendantMicros(): number | null {
  const processes = tryReadProcesses()
  if (processes === undefined) return null
  const ours = new Set([process.pid])
  let ticks = 0
  // A child may be listed before its parent, so go round until nobody is new.
  for (let before = -1; before !== ours.size;) {
    before = ours.size
    for (const { pid, parent } of processes) if (ours.has(parent)) ours.add(pid)
  }
  for (const { pid, ticks: all, buriedTicks } of processes) {
    if (ours.has(pid)) ticks += pid === process.pid ? buriedTicks : all
  }
  return ticks * MICROS_PER_TICK
}

/** Time that all processors together were busy, or taken by other virtual machines; null where /proc does not tell. */
export function machineMicros(): number | null {
  try {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = readFileSync('/proc/stat', 'utf8')
      .split('\n', 1)[0]!
      .split(/\s+/)
      .slice(1)
      .map(Number)
    return (user + nice + system + irq + softirq + steal) * MICROS_PER_TICK
  } catch {
    return null
  }
}

interface Process {
  readonly pid: number
  readonly parent: number
  /** Its own and those of the children that it has buried. */
  readonly ticks: number
  readonly buriedTicks: number
}

function tryReadProcesses(): Process[] | undefined {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(tryReadProcess)
  } catch {
    return undefined
  }
}

// A process may end while we look.
function tryReadProcess(name: string): Process[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    // The second field is the command in parentheses, and may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [, parent = ''] = fields
    // Its own time and that of the children it has buried, each in user and in system mode.
    const [user = 0, system = 0, buriedUser = 0, buriedSystem = 0] = fields.slice(11, 15).map(Number)
    const buriedTicks = buriedUser + buriedSystem
    return [{ pid: Number(name), parent: Number(parent), ticks: user + system + buriedTicks, buriedTicks }]
  } catch {
    return []
  }
}
