/** `npm run game`: serves the game, prints its address and opens it in a browser. */

import { showPage } from '../show-page.ts'

await showPage('game', 'The game')
