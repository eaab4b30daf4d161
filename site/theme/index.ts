/// <reference types="vite/client" />

import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import { h } from 'vue'
import picture from '../../docs/images/game.png'
import './style.css' // oxlint-disable-line import/no-unassigned-import -- a style sheet exports nothing

const theme: Theme = {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-image': () =>
        h('a', { class: 'hero-picture', href: '/game.html' }, [
          h('img', { src: picture, alt: 'The game: ten thousand points that a worker moves' }),
        ]),
    }),
}
export default theme
