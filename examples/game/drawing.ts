/** The drawings of the world. */

import { CanvasDrawing } from './canvas-drawing.ts'
import type { Frame } from './transports.ts'
import { WebglDrawing } from './webgl-drawing.ts'

export interface Drawing {
  /** Another world comes: the next frame has nothing to do with those before. */
  reset(): void
  draw(frame: Frame | undefined): void
}

/** By the graphics card, or where the browser gives none, on a plain canvas. */
export function drawingOn(canvas: HTMLCanvasElement): Drawing {
  const options = { alpha: false, antialias: false, powerPreference: 'high-performance' } as const
  const gl = canvas.getContext('webgl2', options) as WebGL2RenderingContext | null
  return gl === null ? new CanvasDrawing(canvas) : new WebglDrawing(canvas, gl)
}
