/**
 * All bodies as one mesh, drawn by one call. Its attributes are the columns themselves: nothing is copied but to the graphics
 * card, which makes the matrices. Two worlds are there at a time, and the card interpolates.
 */

import {
  BufferAttribute,
  Color,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
} from 'three'
import type { Frame } from '../transports/transports.ts'
import type { Columns } from './kind.ts'
import { LIGHT } from './light.ts'
import { BANDS, randomFrom, type Ring, ringOf } from './ring.ts'

const VERTEX = `
attribute vec3 size;
attribute vec3 colour;
attribute vec3 placeA;
attribute vec3 placeB;
attribute vec4 turnA;
attribute vec4 turnB;
uniform float fraction;
varying vec3 place;
flat varying vec3 tint;
void main() {
  vec4 q = normalize(mix(turnA, dot(turnA, turnB) < 0.0 ? -turnB : turnB, fraction));
  vec3 corner = size * position;
  place = mix(placeA, placeB, fraction) + corner + 2.0 * cross(q.xyz, cross(q.xyz, corner) + q.w * corner);
  tint = colour;
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`

// A side's direction is that in which its place changes: so a box has 8 corners, and not 24.
const FRAGMENT = `${LIGHT}
varying vec3 place;
flat varying vec3 tint;
void main() {
  vec3 side = normalize(cross(dFdx(place), dFdy(place)));
  float glance = max(0.0, dot(reflect(-sun, side), normalize(cameraPosition - place)));
  float lit = planetLight(place);
  vec3 light = sunlight * (max(0.0, dot(side, sun)) * lit) + skylight * (1.0 + 0.5 * side.y);
  // The planet shines back.
  light += vec3(0.25, 0.4, 0.85) * max(0.0, -dot(side, normalize(place))) * 40.0 / dot(place, place) * lit;
  gl_FragColor = vec4(filmed(tint * light + sunlight * (0.25 * pow(glance, 24.0) * lit)), 1.0);
}`

const CORNERS = [-1, 1].flatMap((z) => [-1, 1].flatMap((y) => [-1, 1].flatMap((x) => [x, y, z])))
const SIDES = [
  0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
]

/** From the planet outwards. */
const BAND_COLOURS = [
  ['#ffd9a0', '#ff9d5c'],
  ['#ff6f91', '#a35bff'],
  ['#5b7cff', '#49e0d0'],
] as const
const BOULDER_COLOUR = '#f4f1ea'

export class Bodies {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>
  readonly #fraction = { value: 0 }
  /** The newest world is in one pair, and the one before in the other. */
  readonly #pairs: readonly { readonly place: BufferAttribute; readonly turn: BufferAttribute }[]
  #newest = 0
  #version = 0

  constructor(count: number) {
    const geometry = new InstancedBufferGeometry()
    geometry.setIndex(SIDES)
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(CORNERS), 3))
    geometry.instanceCount = 0
    const ring = ringOf(count)
    geometry.setAttribute('size', new InstancedBufferAttribute(ring.sizes, 3))
    geometry.setAttribute('colour', new InstancedBufferAttribute(coloursOf(ring), 3))
    this.#pairs = ['A', 'B'].map((name) => {
      const place = new InstancedBufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage)
      const turn = new InstancedBufferAttribute(new Float32Array(4 * count), 4).setUsage(DynamicDrawUsage)
      geometry.setAttribute(`place${name}`, place)
      geometry.setAttribute(`turn${name}`, turn)
      return { place, turn }
    })
    const uniforms = { fraction: this.#fraction }
    this.mesh = new Mesh(geometry, new ShaderMaterial({ uniforms, vertexShader: VERTEX, fragmentShader: FRAGMENT }))
    // It has no size of its own by which three.js could tell.
    this.mesh.frustumCulled = false
  }

  show({ version, columns, fraction }: Frame<Columns>): void {
    if (version !== this.#version) this.#take(version, columns)
    this.#fraction.value = this.#newest === 1 ? fraction : 1 - fraction
  }

  close(): void {
    this.mesh.removeFromParent()
    this.mesh.geometry.dispose()
    this.mesh.material.dispose()
  }

  #take(version: number, columns: Columns): void {
    const isFirst = this.#version === 0
    this.#version = version
    this.#newest = 1 - this.#newest
    this.#put(this.#newest, columns)
    if (!isFirst) return
    this.#put(1 - this.#newest, columns)
    this.mesh.geometry.instanceCount = columns.places.xyz.length / 3
  }

  #put(index: number, { places, turns }: Columns): void {
    const { place, turn } = this.#pairs[index]!
    place.array = places.xyz
    turn.array = turns.xyzw
    place.needsUpdate = turn.needsUpdate = true
  }
}

/** By the distance, a little different for each. */
function coloursOf({ homes, isBoulder }: Ring): Float32Array {
  const random = randomFrom(3)
  const colours = new Float32Array(3 * homes.length)
  const colour = new Color()
  const end = new Color()
  for (let body = 0; body < homes.length; body++) {
    const home = homes[body]!
    const band = BANDS.findIndex(([, to]) => home <= to + 1e-3)
    const [from, to] = BANDS[band]!
    const [inner, outer] = BAND_COLOURS[band]!
    colour
      .set(inner)
      .lerp(end.set(outer), Math.min(1, Math.max(0, (home - from) / (to - from) + 0.3 * (random() - 0.5))))
    if (isBoulder(body)) colour.set(BOULDER_COLOUR)
    colour.multiplyScalar(0.8 + 0.3 * random()).toArray(colours, 3 * body)
  }
  return colours
}
