/** The drawings of the world. */

import { CanvasDrawing } from './canvas-drawing.ts'
import type { Drawing } from '../transports/show-world.ts'
import type { Columns } from './kind.ts'
import { WebglDrawing } from './webgl-drawing.ts'

/** By the graphics card, or where the browser gives none, on a plain canvas. */
export function drawingOn(canvas: HTMLCanvasElement): Drawing<Columns> {
  const options = { alpha: false, antialias: false, powerPreference: 'high-performance' } as const
  const gl = canvas.getContext('webgl2', options) as WebGL2RenderingContext | null
  return gl === null ? new CanvasDrawing(canvas) : new WebglDrawing(canvas, gl)
}
