/** The light of the sun, and the shadows that planet and ring throw: by formulas, since a map of shadows would draw all bodies twice. */

import { Vector3 } from 'three'
import { BANDS, PLANET_RADIUS } from './ring.ts'

const SUN: Vector3 = new Vector3(-0.8, 0.42, 0.36).normalize()

const vector = ({ x, y, z }: Vector3): string => `vec3(${[x, y, z].map((part) => part.toFixed(4)).join(', ')})`
const number = (value: number): string => value.toFixed(3)

/** Functions for shaders that know where in the world a pixel is. */
export const LIGHT = `
const vec3 sun = ${vector(SUN)};
const vec3 sunlight = vec3(2.9, 2.6, 2.2);
const vec3 skylight = vec3(0.19, 0.23, 0.42);

/** 0 behind the planet. Its edge is soft. */
float planetLight(vec3 place) {
  float along = dot(place, sun);
  float beside = length(place - along * sun);
  return along > 0.0 ? 1.0 : smoothstep(${number(PLANET_RADIUS - 0.25)}, ${number(PLANET_RADIUS + 0.35)}, beside);
}

/** How much of the light comes through the ring. */
float ringLight(vec3 place) {
  float far = length(place - sun * (place.y / sun.y));
  float hidden = 0.0;
${BANDS.map(
  ([from, to]) =>
    `  hidden += smoothstep(${number(from - 0.3)}, ${number(from + 0.3)}, far) * smoothstep(${number(to + 0.3)}, ${number(to - 0.3)}, far);`,
).join('\n')}
  return place.y < 0.0 ? 1.0 - 0.6 * hidden : 1.0;
}

/** As a film sees it. */
vec3 filmed(vec3 light) {
  vec3 film = light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14);
  return pow(clamp(film, 0.0, 1.0), vec3(1.0 / 2.2));
}
`
