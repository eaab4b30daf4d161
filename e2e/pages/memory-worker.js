/** Writes into memory it was given. */

addEventListener('message', ({ data: { words, place } }) => {
  words[place] = place + 1
  postMessage('written')
})
