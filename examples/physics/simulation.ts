/** Rapier moves the bodies: they go around the planet, collide, are pushed, and come back to their places in the ring. */

import RAPIER from '@dimforge/rapier3d-compat'
import { sharedNow } from '../transports/messages.ts'
import { PLANET_RADIUS, randomFrom, type Ring, ringOf } from './ring.ts'
import type { PushRecord, World } from './world.ts'

/** Of the planet: a body at a distance of 20 goes around it in 26 seconds. */
const GRAVITY = 470
/** How strongly a body is drawn back to its distance, and how soon it has the speed of its neighbours. */
const BACK = 0.35
const DAMPING = 0.45
/** A push reaches so far from its ray. */
const REACH = 2.6

export class Simulation {
  readonly #rapier: RAPIER.World
  readonly #bodies: RAPIER.RigidBody[] = []
  readonly #ring: Ring
  readonly #onSeen: (push: PushRecord) => void
  #pushes: PushRecord[] = []
  // Rapier writes into these, so that a step makes no garbage.
  readonly #place = new RAPIER.Vector3(0, 0, 0)
  readonly #speed = new RAPIER.Vector3(0, 0, 0)
  readonly #turn = new RAPIER.Quaternion(0, 0, 0, 1)

  /** `onSeen`: a step has begun that sees that push. */
  constructor(count: number, onSeen: (push: PushRecord) => void) {
    this.#ring = ringOf(count)
    this.#onSeen = onSeen
    this.#rapier = new RAPIER.World({ x: 0, y: 0, z: 0 })
    // Nothing is stacked here: more would show nothing.
    this.#rapier.numSolverIterations = 1
    this.#rapier.createCollider(RAPIER.ColliderDesc.ball(PLANET_RADIUS))
  }

  fill({ places: { xyz }, turns: { xyzw } }: World): void {
    const random = randomFrom(1)
    const { sizes, homes, heights, isBoulder } = this.#ring
    for (let body = 0; body < homes.length; body++) {
      const angle = 2 * Math.PI * random()
      const home = homes[body]!
      const [x, y, z] = [home * Math.cos(angle), heights[body]!, home * Math.sin(angle)]
      const speed = Math.sqrt(GRAVITY / home)
      const one = this.#rapier.createRigidBody(
        RAPIER.RigidBodyDesc.dynamic()
          .setTranslation(x, y, z)
          .setLinvel((-z / home) * speed, 0, (x / home) * speed)
          .setAngvel({ x: 2 * random() - 1, y: 2 * random() - 1, z: 2 * random() - 1 })
          .setCanSleep(false),
      )
      const [width, height, depth] = sizes.subarray(3 * body)
      this.#rapier.createCollider(
        RAPIER.ColliderDesc.cuboid(width!, height!, depth!)
          .setDensity(isBoulder(body) ? 12 : 1)
          .setRestitution(0.3),
        one,
      )
      this.#bodies.push(one)
      xyz.set([x, y, z], 3 * body)
      xyzw[4 * body + 3] = 1
    }
  }

  /** The next step sees it. */
  push(push: PushRecord): void {
    this.#pushes.push(push)
  }

  step(world: World, seconds: number): void {
    const pushes = this.#pushes
    for (const push of pushes) this.#onSeen(push)
    if (pushes.length > 0) this.#pushes = []
    this.#steer(world, seconds, pushes)
    this.#rapier.timestep = seconds
    this.#rapier.step()
    this.#read(world)
    world.tick++
    world.time = sharedNow()
  }

  close(): void {
    this.#rapier.free()
  }

  #steer({ places: { xyz } }: World, seconds: number, pushes: readonly PushRecord[]): void {
    const { homes, heights, paces } = this.#ring
    const speed = this.#speed
    for (let body = 0; body < homes.length; body++) {
      const one = this.#bodies[body]!
      one.linvel(speed)
      const [x, y, z] = [xyz[3 * body]!, xyz[3 * body + 1]!, xyz[3 * body + 2]!]
      const distance = Math.sqrt(x * x + z * z) + 1e-6
      const [outX, outZ] = [x / distance, z / distance]
      const outwards = speed.x * outX + speed.z * outZ
      const around = speed.z * outX - speed.x * outZ
      const wanted = paces[body]! * Math.sqrt(GRAVITY / distance)
      const faster = DAMPING * (wanted - around)
      const out = BACK * (homes[body]! - distance) - DAMPING * outwards - (around * around) / distance
      speed.x += (out * outX - faster * outZ) * seconds
      speed.z += (out * outZ + faster * outX) * seconds
      speed.y -= (BACK * (y - heights[body]!) + DAMPING * speed.y) * seconds
      for (const push of pushes) addPush(push, x, y, z, speed)
      one.setLinvel(speed, true)
    }
  }

  #read({ places: { xyz }, turns: { xyzw } }: World): void {
    const [place, turn] = [this.#place, this.#turn]
    for (let body = 0; body < this.#bodies.length; body++) {
      const one = this.#bodies[body]!
      one.translation(place)
      one.rotation(turn)
      xyz[3 * body] = place.x
      xyz[3 * body + 1] = place.y
      xyz[3 * body + 2] = place.z
      xyzw[4 * body] = turn.x
      xyzw[4 * body + 1] = turn.y
      xyzw[4 * body + 2] = turn.z
      xyzw[4 * body + 3] = turn.w
    }
  }
}

/** Away from the ray, and along it. */
function addPush(push: PushRecord, x: number, y: number, z: number, speed: RAPIER.Vector3): void {
  const along = (x - push.x) * push.toX + (y - push.y) * push.toY + (z - push.z) * push.toZ
  const awayX = x - push.x - along * push.toX
  const awayY = y - push.y - along * push.toY
  const awayZ = z - push.z - along * push.toZ
  const far = Math.sqrt(awayX * awayX + awayY * awayY + awayZ * awayZ) + 1e-6
  if (far > REACH) return
  const strength = push.speed * (1 - far / REACH)
  speed.x += strength * (awayX / far + push.toX)
  speed.y += strength * (awayY / far + push.toY)
  speed.z += strength * (awayZ / far + push.toZ)
}
