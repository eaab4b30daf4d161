/** Draws columns as they are: they go to the graphics card, which also interpolates. */

import type { Drawing } from '../transports/show-world.ts'
import type { Frame } from '../transports/transports.ts'
import type { Columns } from './kind.ts'
import { BACKGROUND, fit, PALETTE } from './look.ts'
import { HEIGHT, KINDS, WIDTH } from './world.ts'

const VERTEX = `#version 300 es
layout(location = 0) in float fromX;
layout(location = 1) in float fromY;
layout(location = 2) in float toX;
layout(location = 3) in float toY;
layout(location = 4) in float radius;
layout(location = 5) in float heat;
layout(location = 6) in float kind;
uniform float fraction;
uniform float pixels;
uniform vec2 scale;
uniform float spread;
uniform vec3 palette[${KINDS}];
out vec3 colour;
out float glow;
void main() {
  vec2 place = mix(vec2(fromX, fromY), vec2(toX, toY), fraction);
  gl_Position = vec4((place - vec2(${WIDTH / 2}.0, ${HEIGHT / 2}.0)) * scale, 0.0, 1.0);
  glow = clamp(heat * 1.6, 0.0, 1.0);
  gl_PointSize = max(1.5, 2.0 * radius * pixels * (1.0 + spread * (1.2 + 1.6 * glow)));
  // Only what is hot throws light.
  if (spread > 0.5 && glow < 0.06) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  colour = mix(palette[int(kind)], vec3(1.0, 0.96, 0.86), glow * 0.75);
}`

const FRAGMENT = `#version 300 es
precision highp float;
uniform float spread;
in vec3 colour;
in float glow;
out vec4 pixel;
void main() {
  float far = length(gl_PointCoord * 2.0 - 1.0);
  if (far > 1.0) discard;
  float soft = 1.0 - far;
  float disc = smoothstep(1.0, 0.72, far) * (0.72 + 0.28 * soft);
  float halo = soft * soft * (0.10 + 0.34 * glow);
  float alpha = mix(disc, halo, spread);
  pixel = vec4(colour * alpha, alpha * (1.0 - spread));
}`

const PLACES = ['x', 'y'] as const
const LOOKS = ['radius', 'heat', 'kind'] as const

export class WebglDrawing implements Drawing<Columns> {
  readonly #canvas: HTMLCanvasElement
  readonly #gl: WebGL2RenderingContext
  readonly #uniforms: Record<string, WebGLUniformLocation | null>
  /** Buffers of the two newest worlds' places, by turns, and of how the newest looks. */
  readonly #places: readonly Record<(typeof PLACES)[number], WebGLBuffer>[]
  readonly #looks: Record<(typeof LOOKS)[number], WebGLBuffer>
  #newest = 0
  #version = 0
  #count = 0

  constructor(canvas: HTMLCanvasElement, gl: WebGL2RenderingContext) {
    this.#canvas = canvas
    this.#gl = gl
    const program = programOf(gl)
    gl.useProgram(program)
    const names = ['fraction', 'pixels', 'scale', 'spread', 'palette']
    this.#uniforms = Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(program, name)]))
    gl.uniform3fv(this.#uniforms['palette']!, PALETTE.flat())
    const buffer = (): WebGLBuffer => gl.createBuffer()
    this.#places = [0, 1].map(() => ({ x: buffer(), y: buffer() }))
    this.#looks = { radius: buffer(), heat: buffer(), kind: buffer() }
    gl.enable(gl.BLEND)
  }

  /** Another world comes: the next frame is of nothing before. */
  reset(): void {
    this.#version = 0
    this.#count = 0
  }

  draw(frame: Frame<Columns> | undefined): void {
    this.#fit()
    const gl = this.#gl
    gl.clearColor(...BACKGROUND, 1)
    gl.clear(gl.COLOR_BUFFER_BIT)
    if (frame === undefined) return
    if (frame.version !== this.#version) this.#upload(frame)
    this.#point()
    gl.uniform1f(this.#uniforms['fraction']!, frame.fraction)
    // First the light that entities throw, then the entities.
    gl.blendFunc(gl.ONE, gl.ONE)
    gl.uniform1f(this.#uniforms['spread']!, 1)
    gl.drawArrays(gl.POINTS, 0, this.#count)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.uniform1f(this.#uniforms['spread']!, 0)
    gl.drawArrays(gl.POINTS, 0, this.#count)
  }

  #fit(): void {
    const canvas = this.#canvas
    const gl = this.#gl
    const { scale, isNew } = fit(canvas)
    if (isNew) gl.viewport(0, 0, canvas.width, canvas.height)
    gl.uniform2f(this.#uniforms['scale']!, (2 * scale) / canvas.width, (-2 * scale) / canvas.height)
    gl.uniform1f(this.#uniforms['pixels']!, scale)
  }

  #upload({ version, columns }: Frame<Columns>): void {
    const isFirst = this.#version === 0
    this.#version = version
    this.#count = columns.x.length
    this.#newest = 1 - this.#newest
    const [newest, before] = [this.#places[this.#newest]!, this.#places[1 - this.#newest]!]
    for (const name of PLACES) {
      this.#put(newest[name], columns[name])
      if (isFirst) this.#put(before[name], columns[name])
    }
    for (const name of LOOKS) this.#put(this.#looks[name], columns[name])
  }

  #put(buffer: WebGLBuffer, column: ArrayBufferView): void {
    const gl = this.#gl
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    gl.bufferData(gl.ARRAY_BUFFER, column as ArrayBufferView<ArrayBuffer>, gl.STREAM_DRAW)
  }

  #point(): void {
    const gl = this.#gl
    const attribute = (place: number, buffer: WebGLBuffer, type: number, normalized = false): void => {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      gl.enableVertexAttribArray(place)
      gl.vertexAttribPointer(place, 1, type, normalized, 0, 0)
    }
    const [newest, before] = [this.#places[this.#newest]!, this.#places[1 - this.#newest]!]
    attribute(0, before.x, gl.FLOAT)
    attribute(1, before.y, gl.FLOAT)
    attribute(2, newest.x, gl.FLOAT)
    attribute(3, newest.y, gl.FLOAT)
    attribute(4, this.#looks.radius, gl.FLOAT)
    attribute(5, this.#looks.heat, gl.UNSIGNED_SHORT, true)
    attribute(6, this.#looks.kind, gl.UNSIGNED_BYTE)
  }
}

function programOf(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type)!
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    if (gl.getShaderParameter(shader, gl.COMPILE_STATUS) !== true)
      throw new Error(`Cannot compile a shader: ${gl.getShaderInfoLog(shader)}`)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true)
    throw new Error(`Cannot link the shaders: ${gl.getProgramInfoLog(program)}`)
  return program
}
