/** Draws the world by three.js. */

import { PerspectiveCamera, Raycaster, Vector2, WebGLRenderer } from 'three'
import type { Drawing } from '../transports/show-world.ts'
import type { Frame } from '../transports/transports.ts'
import { Bodies } from './bodies.ts'
import type { Columns } from './kind.ts'
import { sceneOf } from './scene.ts'

/** The panel hides a part of the screen, and the planet is in the middle of the rest. */
const PANEL_PIXELS = 388
const NARROW_PIXELS = 640
const HIGHEST = 1.45
const LOWEST = 0.06

export class ThreeDrawing implements Drawing<Columns> {
  readonly #canvas: HTMLCanvasElement
  readonly #renderer: WebGLRenderer | undefined
  readonly #scene = sceneOf()
  readonly #camera = new PerspectiveCamera(38, 1, 1, 700)
  readonly #raycaster = new Raycaster()
  readonly #pointer = new Vector2()
  #bodies: Bodies | undefined
  #around = 0.42
  #up = 0.36
  #distance = 60

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
    const options = { antialias: true, powerPreference: 'high-performance' } as const
    const context = canvas.getContext('webgl2', options) as WebGL2RenderingContext | null
    this.#renderer = context === null ? undefined : new WebGLRenderer({ canvas, context })
    this.#fit()
    addEventListener('resize', () => this.#fit())
  }

  /** Whether the browser gives WebGL 2. Without it the page measures, and shows nothing. */
  get isVisible(): boolean {
    return this.#renderer !== undefined
  }

  reset(entities: number): void {
    this.#bodies?.close()
    this.#bodies = new Bodies(entities)
    this.#scene.add(this.#bodies.mesh)
  }

  draw(frame: Frame<Columns> | undefined): void {
    if (frame !== undefined) this.#bodies!.show(frame)
    this.#renderer?.render(this.#scene, this.#camera)
  }

  /** Turns the view, and brings it nearer or farther. */
  move(around: number, up: number, nearer: number): void {
    this.#around += around
    this.#up = Math.min(HIGHEST, Math.max(LOWEST, this.#up + up))
    this.#distance = Math.min(120, Math.max(16, this.#distance * (1 - nearer)))
    this.#place()
  }

  /** From the eye through a point of the screen. It is the same object each time. */
  rayAt(x: number, y: number): Raycaster['ray'] {
    const { clientWidth, clientHeight } = this.#canvas
    this.#pointer.set((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight)
    this.#raycaster.setFromCamera(this.#pointer, this.#camera)
    return this.#raycaster.ray
  }

  #fit(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas
    this.#renderer?.setPixelRatio(Math.min(2, devicePixelRatio))
    this.#renderer?.setSize(width, height, false)
    const isNarrow = width <= NARROW_PIXELS
    const hidden = isNarrow ? 0 : PANEL_PIXELS
    // Wider than the screen by the panel, of which the right part is shown.
    this.#camera.setViewOffset(width + hidden, height, hidden, isNarrow ? height / 4 : 0, width, height)
    this.#camera.aspect = (width + hidden) / height
    this.#place()
  }

  #place(): void {
    const [around, up, distance] = [this.#around, this.#up, this.#distance]
    this.#camera.position.set(
      distance * Math.cos(up) * Math.sin(around),
      distance * Math.sin(up),
      distance * Math.cos(up) * Math.cos(around),
    )
    this.#camera.lookAt(0, 0, 0)
    this.#camera.updateProjectionMatrix()
    this.#camera.updateMatrixWorld()
  }
}
