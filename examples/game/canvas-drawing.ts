/** Draws the world on a plain canvas, one picture for each entity. */

import type { Drawing } from '../transports/show-world.ts'
import type { Frame } from '../transports/transports.ts'
import type { Columns } from './kind.ts'
import { BACKGROUND, fit, PALETTE } from './look.ts'
import { HEIGHT, WIDTH } from './world.ts'

const SPRITE = 32

export class CanvasDrawing implements Drawing<Columns> {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #sprites: readonly HTMLCanvasElement[] = PALETTE.map(spriteOf)
  #version = 0
  /** Places in the world before the newest, and in the newest. */
  #from = placesFor(0)
  #to = placesFor(0)
  #radius = new Float32Array(0)
  #kind = new Uint8Array(0)

  constructor(canvas: HTMLCanvasElement) {
    const context = canvas.getContext('2d', { alpha: false })
    if (context === null) throw new Error('This browser draws neither by WebGL 2 nor on a plain canvas')
    this.#canvas = canvas
    this.#context = context
  }

  reset(): void {
    this.#version = 0
  }

  draw(frame: Frame<Columns> | undefined): void {
    const { scale } = fit(this.#canvas)
    const context = this.#context
    const { width, height } = this.#canvas
    context.fillStyle = css(BACKGROUND)
    context.fillRect(0, 0, width, height)
    if (frame === undefined) return
    if (frame.version !== this.#version) this.#keep(frame)
    const [from, to, radius, kind] = [this.#from, this.#to, this.#radius, this.#kind]
    for (let i = 0; i < radius.length; i++) {
      const x = from.x[i]! + (to.x[i]! - from.x[i]!) * frame.fraction
      const y = from.y[i]! + (to.y[i]! - from.y[i]!) * frame.fraction
      const half = Math.max(0.75, radius[i]! * scale)
      const left = (x - WIDTH / 2) * scale + width / 2 - half
      const top = (y - HEIGHT / 2) * scale + height / 2 - half
      context.drawImage(this.#sprites[kind[i]!]!, left, top, 2 * half, 2 * half)
    }
  }

  /** Copies a new world, since its memory may soon be that of another. */
  #keep({ version, columns: { x, y, radius, kind } }: Frame<Columns>): void {
    const isFirst = this.#version === 0
    this.#version = version
    if (this.#radius.length !== radius.length) {
      this.#from = placesFor(radius.length)
      this.#to = placesFor(radius.length)
      this.#radius = new Float32Array(radius.length)
      this.#kind = new Uint8Array(radius.length)
    }
    const oldest = this.#from
    this.#from = this.#to
    this.#to = oldest
    oldest.x.set(x)
    oldest.y.set(y)
    this.#radius.set(radius)
    this.#kind.set(kind)
    if (!isFirst) return
    this.#from.x.set(x)
    this.#from.y.set(y)
  }
}

interface Places {
  readonly x: Float32Array
  readonly y: Float32Array
}

function placesFor(count: number): Places {
  return { x: new Float32Array(count), y: new Float32Array(count) }
}

function spriteOf(colour: (typeof PALETTE)[number]): HTMLCanvasElement {
  const sprite = document.createElement('canvas')
  sprite.width = sprite.height = SPRITE
  const context = sprite.getContext('2d')!
  context.fillStyle = css(colour)
  context.beginPath()
  context.arc(SPRITE / 2, SPRITE / 2, SPRITE / 2 - 0.5, 0, 2 * Math.PI)
  context.fill()
  return sprite
}

function css(colour: readonly number[]): string {
  return `rgb(${colour.map((part) => Math.round(part * 255)).join(' ')})`
}
