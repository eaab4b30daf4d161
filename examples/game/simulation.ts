/** Moves the entities: they swirl around three wells, bounce off each other and off the walls, and follow the pointer. */

import { sharedNow } from '../transports/messages.ts'
import { HEIGHT, KINDS, WIDTH, type World } from './world.ts'

/** Share of the world that entities cover. */
const COVERED = 0.3
const WELLS = 3
const SPEED = 90
const HOTTEST = 65_535

export interface Pointer {
  x: number
  y: number
  /** 1 pulls, -1 pushes, 0: not there. */
  pull: number
}

export class Simulation {
  readonly count: number
  readonly pointer: Pointer = { x: 0, y: 0, pull: 0 }
  readonly #cell: number
  readonly #across: number
  readonly #down: number
  /** Where the entities of each cell start in `#sorted`. */
  readonly #starts: Int32Array
  readonly #sorted: Int32Array
  readonly #cellOf: Int32Array
  readonly #radius: number

  constructor(count: number) {
    this.count = count
    this.#radius = Math.sqrt((COVERED * WIDTH * HEIGHT) / (Math.PI * count))
    this.#cell = 2.6 * this.#radius
    this.#across = Math.ceil(WIDTH / this.#cell) + 2
    this.#down = Math.ceil(HEIGHT / this.#cell) + 2
    this.#starts = new Int32Array(this.#across * this.#down + 1)
    this.#sorted = new Int32Array(count)
    this.#cellOf = new Int32Array(count)
  }

  /** Puts every entity somewhere. The same number of entities gives the same world. */
  fill({ entities }: World): void {
    let seed = 1
    const random = (): number => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
    for (let i = 0; i < this.count; i++) {
      const turn = random() * 2 * Math.PI
      const size = random()
      entities.x[i] = random() * WIDTH
      entities.y[i] = random() * HEIGHT
      entities.vx[i] = SPEED * Math.cos(turn)
      entities.vy[i] = SPEED * Math.sin(turn)
      entities.angle[i] = turn
      entities.radius[i] = this.#radius * (0.6 + 0.7 * size * size)
      entities.heat[i] = 0
      entities.kind[i] = Math.floor(random() * KINDS)
    }
  }

  step(world: World, seconds: number): void {
    world.tick++
    world.seconds += seconds
    this.#steer(world, seconds)
    this.#sort(world)
    this.#collide(world)
    world.time = sharedNow()
  }

  #steer({ entities, seconds: now }: World, seconds: number): void {
    const { x, y, vx, vy, angle, radius, heat, kind } = entities
    const { pointer } = this
    const wellX = new Float64Array(WELLS)
    const wellY = new Float64Array(WELLS)
    for (let well = 0; well < WELLS; well++) {
      wellX[well] = WIDTH * (0.5 + 0.33 * Math.cos(now * 0.11 * (well + 1) + well * 2.1))
      wellY[well] = HEIGHT * (0.5 + 0.33 * Math.sin(now * 0.13 * (well + 1) + well * 1.7))
    }
    for (let i = 0; i < this.count; i++) {
      const well = kind[i]! % WELLS
      const spin = kind[i]! % 2 === 0 ? 1 : -1
      const dx = wellX[well]! - x[i]!
      const dy = wellY[well]! - y[i]!
      const distance = Math.sqrt(dx * dx + dy * dy) + 1
      // Around the well at the speed wished for, and a little towards it when it is far away.
      const inwards = Math.min(1, distance / 300) - 0.12
      let ax = ((spin * -dy + inwards * dx) / distance) * SPEED - vx[i]!
      let ay = ((spin * dx + inwards * dy) / distance) * SPEED - vy[i]!
      ax *= 0.9
      ay *= 0.9
      if (pointer.pull !== 0) {
        const px = pointer.x - x[i]!
        const py = pointer.y - y[i]!
        const far = px * px + py * py
        const force = (pointer.pull * 9e6) / (far + 9e3)
        const length = Math.sqrt(far) + 1
        ax += (force * px) / length
        ay += (force * py) / length
      }
      vx[i]! += ax * seconds
      vy[i]! += ay * seconds
      const nextX = x[i]! + vx[i]! * seconds
      const nextY = y[i]! + vy[i]! * seconds
      const r = radius[i]!
      if (nextX < r || nextX > WIDTH - r) vx[i]! *= -0.8
      if (nextY < r || nextY > HEIGHT - r) vy[i]! *= -0.8
      x[i] = Math.min(WIDTH - r, Math.max(r, nextX))
      y[i] = Math.min(HEIGHT - r, Math.max(r, nextY))
      angle[i] = Math.atan2(vy[i]!, vx[i]!)
      heat[i] = heat[i]! * 0.975
    }
  }

  /** By cells, so that only neighbours are looked at. */
  #sort({ entities: { x, y } }: World): void {
    const starts = this.#starts
    const cellOf = this.#cellOf
    const across = this.#across
    const perCell = 1 / this.#cell
    starts.fill(0)
    for (let i = 0; i < this.count; i++) {
      const cell = (1 + Math.floor(y[i]! * perCell)) * across + 1 + Math.floor(x[i]! * perCell)
      cellOf[i] = cell
      starts[cell + 1]!++
    }
    for (let cell = 1; cell < starts.length; cell++) starts[cell]! += starts[cell - 1]!
    // From the last, so that `starts` ends up as the first place of each cell.
    for (let i = this.count - 1; i >= 0; i--) this.#sorted[--starts[cellOf[i]! + 1]!] = i
    for (let cell = 0; cell + 1 < starts.length; cell++) starts[cell] = starts[cell + 1]!
    starts[starts.length - 1] = this.count
  }

  #collide({ entities }: World): void {
    const across = this.#across
    const starts = this.#starts
    for (let row = 1; row < this.#down - 1; row++) {
      for (let cell = row * across + 1; cell < (row + 1) * across - 1; cell++) {
        const from = starts[cell]!
        const to = starts[cell + 1]!
        if (from === to) continue
        // Each pair once: this cell and the one to its right, and the three below.
        this.#collideRanges(entities, from, to, from, starts[cell + 2]!)
        this.#collideRanges(entities, from, to, starts[cell + across - 1]!, starts[cell + across + 2]!)
      }
    }
  }

  #collideRanges(entities: World['entities'], from: number, to: number, otherFrom: number, otherTo: number): void {
    const { x, y, vx, vy, radius, heat } = entities
    const sorted = this.#sorted
    for (let a = from; a < to; a++) {
      const i = sorted[a]!
      for (let b = Math.max(a + 1, otherFrom); b < otherTo; b++) {
        const j = sorted[b]!
        const dx = x[j]! - x[i]!
        const dy = y[j]! - y[i]!
        const reach = radius[i]! + radius[j]!
        const square = dx * dx + dy * dy
        if (square >= reach * reach || square === 0) continue
        const distance = Math.sqrt(square)
        const nx = dx / distance
        const ny = dy / distance
        const push = (reach - distance) * 0.25
        x[i]! -= nx * push
        y[i]! -= ny * push
        x[j]! += nx * push
        y[j]! += ny * push
        const speed = (vx[j]! - vx[i]!) * nx + (vy[j]! - vy[i]!) * ny
        if (speed >= 0) continue
        const impulse = 0.9 * speed
        vx[i]! += nx * impulse
        vy[i]! += ny * impulse
        vx[j]! -= nx * impulse
        vy[j]! -= ny * impulse
        const warmth = -speed * 140
        heat[i] = Math.min(HOTTEST, heat[i]! + warmth)
        heat[j] = Math.min(HOTTEST, heat[j]! + warmth)
      }
    }
  }
}
