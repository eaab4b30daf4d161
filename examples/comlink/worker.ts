import { parentPort } from '@slipring/worker'
import { expose } from 'comlink'
import { readDataset } from '../dataset.ts'

const movies = readDataset('movies.json').map((movie) => ({
  title: String(movie.Title),
  genre: movie['Major Genre'],
  rating: movie['IMDB Rating'] ?? 0,
  votes: movie['IMDB Votes'] ?? 0,
}))
const ratings = new Map(movies.map(({ title, rating }) => [title, rating]))

const library = {
  count: () => movies.length,

  best(genre: string, count: number) {
    const known = movies.filter((movie) => movie.genre === genre && movie.votes >= 10_000)
    return { genre, movies: known.toSorted((a, b) => b.rating - a.rating).slice(0, count) }
  },

  async eachGenre(callback: (genre: string) => void) {
    const genres = new Set(movies.flatMap(({ genre }) => genre ?? []))
    for (const genre of genres) await callback(genre)
    return genres.size
  },

  ratingOf(title: string) {
    const rating = ratings.get(title)
    if (rating === undefined) throw new Error(`There is no movie "${title}"`)
    return rating
  },
}

export type Library = typeof library

expose(library, parentPort!)
