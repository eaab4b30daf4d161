/** How the world looks, whatever draws it. */

import { HEIGHT, WIDTH } from './world.ts'

type Colour = [red: number, green: number, blue: number]

/** From 0 to 1. */
export const BACKGROUND: Colour = [0.027, 0.039, 0.086]

/** Sky, mint, amber, rose, violet: one for each kind. */
export const PALETTE: readonly Colour[] = [
  [0.3, 0.66, 1],
  [0.24, 0.86, 0.68],
  [1, 0.71, 0.28],
  [1, 0.42, 0.55],
  [0.68, 0.52, 1],
]

/** Gives the canvas the pixels of its place on the screen. `scale`: pixels of a unit, so that the world covers it. */
export function fit(canvas: HTMLCanvasElement): { readonly scale: number; readonly isNew: boolean } {
  const ratio = Math.min(2, devicePixelRatio)
  const width = Math.round(canvas.clientWidth * ratio)
  const height = Math.round(canvas.clientHeight * ratio)
  const isNew = canvas.width !== width || canvas.height !== height
  if (isNew) {
    canvas.width = width
    canvas.height = height
  }
  return { scale: Math.max(width / WIDTH, height / HEIGHT), isNew }
}

/** Where in the world a place on the screen is. */
export function toWorld(canvas: HTMLCanvasElement, clientX: number, clientY: number): { x: number; y: number } {
  const { clientWidth, clientHeight } = canvas
  const scale = Math.max(clientWidth / WIDTH, clientHeight / HEIGHT)
  return { x: (clientX - clientWidth / 2) / scale + WIDTH / 2, y: (clientY - clientHeight / 2) / scale + HEIGHT / 2 }
}
