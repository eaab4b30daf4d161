/** Everything but the bodies: the planet, its light, the stars. */

import {
  AdditiveBlending,
  BackSide,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  Mesh,
  Points,
  PointsMaterial,
  Scene,
  ShaderMaterial,
  SphereGeometry,
  SRGBColorSpace,
} from 'three'
import { LIGHT } from './light.ts'
import { PLANET_RADIUS, randomFrom } from './ring.ts'

const BACKGROUND = '#05060f'
const STRIPES = [
  '#27306b',
  '#3b4f9b',
  '#5d7fc4',
  '#3f62ad',
  '#7fa6d9',
  '#4f73bb',
  '#a9c4e6',
  '#5877b8',
  '#3a4c94',
  '#232a5e',
]
const STARS = 900

export function sceneOf(): Scene {
  const scene = new Scene()
  scene.background = new Color(BACKGROUND)
  scene.add(planet(), air(), stars())
  return scene
}

function planet(): Mesh {
  const material = new ShaderMaterial({
    uniforms: { stripes: { value: stripes() } },
    vertexShader: `varying vec3 place; varying vec2 at;
      void main() {
        place = position;
        at = uv;
        gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: `${LIGHT}
      uniform sampler2D stripes; varying vec3 place; varying vec2 at;
      void main() {
        vec3 outwards = normalize(place);
        float day = smoothstep(-0.05, 1.0, dot(outwards, sun)) * ringLight(place);
        vec3 colour = texture2D(stripes, at).rgb;
        gl_FragColor = vec4(filmed(colour * (sunlight * day + 0.35 * skylight)), 1.0);
      }`,
  })
  return new Mesh(new SphereGeometry(PLANET_RADIUS, 64, 40), material)
}

/** A thin light around the planet. */
function air(): Mesh {
  const material = new ShaderMaterial({
    side: BackSide,
    blending: AdditiveBlending,
    transparent: true,
    depthWrite: false,
    vertexShader: `varying vec3 outwards; varying vec3 eye; varying vec3 place;
      void main() {
        place = position;
        vec4 seen = modelViewMatrix * vec4(position, 1.0);
        outwards = normalMatrix * normal;
        eye = seen.xyz;
        gl_Position = projectionMatrix * seen;
      }`,
    fragmentShader: `${LIGHT} varying vec3 outwards; varying vec3 eye; varying vec3 place;
      void main() {
        float edge = max(0.0, dot(normalize(outwards), normalize(eye)));
        float day = 0.25 + 0.75 * smoothstep(-0.4, 0.8, dot(place, sun) / ${PLANET_RADIUS.toFixed(1)});
        gl_FragColor = vec4(vec3(0.32, 0.52, 1.0) * pow(edge, 3.0) * 2.2 * day, 1.0);
      }`,
  })
  return new Mesh(new SphereGeometry(PLANET_RADIUS * 1.13, 48, 32), material)
}

function stripes(): CanvasTexture {
  const random = randomFrom(11)
  const canvas = document.createElement('canvas')
  canvas.width = 4
  canvas.height = 512
  const context = canvas.getContext('2d')!
  const gradient = context.createLinearGradient(0, 0, 0, canvas.height)
  STRIPES.forEach((colour, index) => gradient.addColorStop(index / (STRIPES.length - 1), colour))
  context.fillStyle = gradient
  context.fillRect(0, 0, canvas.width, canvas.height)
  for (let line = 0; line < 90; line++) {
    context.fillStyle = `rgb(${random() < 0.5 ? '255 255 255' : '10 14 50'} / ${0.1 * random()})`
    context.fillRect(0, canvas.height * random(), canvas.width, 1 + 9 * random())
  }
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = SRGBColorSpace
  return texture
}

function stars(): Points {
  const random = randomFrom(5)
  const places = new Float32Array(3 * STARS)
  const colours = new Float32Array(3 * STARS)
  for (let star = 0; star < STARS; star++) {
    const turn = 2 * Math.PI * random()
    const height = 2 * random() - 1
    const wide = Math.sqrt(1 - height * height)
    places.set([300 * wide * Math.cos(turn), 300 * height, 300 * wide * Math.sin(turn)], 3 * star)
    const light = 0.15 + 0.85 * random() ** 4
    colours.set([light, light, Math.min(1, light * 1.2)], 3 * star)
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(places, 3))
  geometry.setAttribute('color', new BufferAttribute(colours, 3))
  return new Points(geometry, new PointsMaterial({ size: 1.6, sizeAttenuation: false, vertexColors: true }))
}
