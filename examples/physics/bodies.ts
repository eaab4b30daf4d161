/**
 * All bodies as one mesh, drawn by one call. Its attributes are the columns themselves: nothing is copied but to the graphics
 * card, which makes the matrices. Two worlds are there at a time, and the card interpolates.
 */

import {
  BoxGeometry,
  BufferAttribute,
  Color,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  type Material,
  Mesh,
  MeshDepthMaterial,
  MeshLambertMaterial,
  RGBADepthPacking,
} from 'three'
import type { Frame } from '../transports/transports.ts'
import type { Columns } from './kind.ts'
import { BANDS, randomFrom, type Ring, ringOf } from './ring.ts'

const HEAD = `
attribute vec3 size;
attribute vec3 placeA;
attribute vec3 placeB;
attribute vec4 turnA;
attribute vec4 turnB;
uniform float fraction;
vec3 turned(vec3 v) {
  vec4 q = normalize(mix(turnA, dot(turnA, turnB) < 0.0 ? -turnB : turnB, fraction));
  return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}
`
const NORMAL = 'vec3 objectNormal = turned(normal);'
const PLACE = 'vec3 transformed = mix(placeA, placeB, fraction) + turned(size * position);'

/** From the planet outwards. */
const BAND_COLOURS = [
  ['#ffd9a0', '#ff9d5c'],
  ['#ff6f91', '#a35bff'],
  ['#5b7cff', '#49e0d0'],
] as const
const BOULDER_COLOUR = '#f4f1ea'

export class Bodies {
  readonly mesh: Mesh
  readonly #fraction = { value: 0 }
  /** The newest world is in one pair, and the one before in the other. */
  readonly #pairs: readonly { readonly place: BufferAttribute; readonly turn: BufferAttribute }[]
  #newest = 0
  #version = 0

  constructor(count: number) {
    const geometry = new InstancedBufferGeometry()
    const box = new BoxGeometry(2, 2, 2)
    geometry.setIndex(box.index)
    geometry.setAttribute('position', box.getAttribute('position'))
    geometry.setAttribute('normal', box.getAttribute('normal'))
    geometry.instanceCount = 0
    const ring = ringOf(count)
    geometry.setAttribute('size', new InstancedBufferAttribute(ring.sizes, 3))
    geometry.setAttribute('color', new InstancedBufferAttribute(coloursOf(ring), 3))
    this.#pairs = ['A', 'B'].map((name) => {
      const place = new InstancedBufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage)
      const turn = new InstancedBufferAttribute(new Float32Array(4 * count), 4).setUsage(DynamicDrawUsage)
      geometry.setAttribute(`place${name}`, place)
      geometry.setAttribute(`turn${name}`, turn)
      return { place, turn }
    })
    this.mesh = new Mesh(geometry, this.#built(new MeshLambertMaterial({ vertexColors: true })))
    this.mesh.customDepthMaterial = this.#built(new MeshDepthMaterial({ depthPacking: RGBADepthPacking }))
    this.mesh.castShadow = true
    this.mesh.receiveShadow = true
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
    ;(this.mesh.material as Material).dispose()
    this.mesh.customDepthMaterial!.dispose()
  }

  #take(version: number, columns: Columns): void {
    const isFirst = this.#version === 0
    this.#version = version
    this.#newest = 1 - this.#newest
    this.#put(this.#newest, columns)
    if (!isFirst) return
    this.#put(1 - this.#newest, columns)
    const geometry = this.mesh.geometry as InstancedBufferGeometry
    geometry.instanceCount = columns.places.xyz.length / 3
  }

  #put(index: number, { places, turns }: Columns): void {
    const { place, turn } = this.#pairs[index]!
    place.array = places.xyz
    turn.array = turns.xyzw
    place.needsUpdate = turn.needsUpdate = true
  }

  #built<M extends Material>(material: M): M {
    material.onBeforeCompile = (shader) => {
      shader.uniforms['fraction'] = this.#fraction
      shader.vertexShader = (HEAD + shader.vertexShader)
        .replace('#include <beginnormal_vertex>', NORMAL)
        .replace('#include <begin_vertex>', PLACE)
    }
    return material
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
    colour.set(inner).lerp(end.set(outer), Math.min(1, Math.max(0, (home - from) / (to - from) + 0.3 * (random() - 0.5))))
    if (isBoulder(body)) colour.set(BOULDER_COLOUR)
    colour.multiplyScalar(0.8 + 0.3 * random()).toArray(colours, 3 * body)
  }
  return colours
}
