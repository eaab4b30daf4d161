/** Audio worklet: a worker computes sound, an audio worklet plays it, and a ring in shared memory lies between them. */

import { showPage } from '../show-page.ts'

await showPage('audio-worklet', 'The sound')
