/** `npm run example -- physics`: serves the page, prints its address and opens it in a browser. */

import { showPage } from '../show-page.ts'

await showPage('physics', 'Physics')
