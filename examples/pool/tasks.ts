/** The tasks of the workers: plain functions, the same for every pool. */

export interface Flight {
  readonly delay: number
  readonly distance: number
}

export interface Movie {
  readonly Title: unknown
  readonly 'Major Genre': string | null
  readonly 'IMDB Rating': number | null
  readonly 'IMDB Votes': number | null
}

export interface Earthquake {
  readonly properties: { readonly mag: number | null; readonly place: string | null }
  readonly geometry: { readonly coordinates: readonly [longitude: number, latitude: number, depth: number] }
}

/** Of flights of about the same distance. */
export interface Band {
  flights: number
  late: number
  minutes: number
}

export interface Rated {
  readonly title: string
  readonly genre: string
  readonly rating: number
}

const BAND_MILES = 500
const LATE_MINUTES = 15
const FEWEST_VOTES = 10_000

/** Aggregates flights by distance: how many there are, how many are late, and by how many minutes together. */
export function aggregate(flights: readonly Flight[]): Map<number, Band> {
  const bands = new Map<number, Band>()
  for (const { delay, distance } of flights) {
    const miles = Math.floor(distance / BAND_MILES) * BAND_MILES
    let band = bands.get(miles)
    if (band === undefined) bands.set(miles, (band = { flights: 0, late: 0, minutes: 0 }))
    band.flights++
    if (delay < LATE_MINUTES) continue
    band.late++
    band.minutes += delay
  }
  return bands
}

/** Filters movies: those that enough people have rated, and how they are rated. */
export function filter(movies: readonly Movie[]): Rated[] {
  return movies.flatMap((movie) => {
    const { Title: title, 'Major Genre': genre, 'IMDB Rating': rating, 'IMDB Votes': votes } = movie
    if (genre === null || rating === null || votes === null || votes < FEWEST_VOTES) return []
    return [{ title: String(title), genre, rating }]
  })
}

/** Renders one earthquake as a circle on a map of 360 by 180 units. */
export function render({ properties, geometry }: Earthquake): string {
  const [longitude, latitude, depth] = geometry.coordinates
  const radius = Math.max(0.2, (properties.mag ?? 0) ** 2 / 10)
  const hue = Math.round(60 - Math.min(60, depth / 5))
  const place = (properties.place ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const center = `cx="${(longitude + 180).toFixed(2)}" cy="${(90 - latitude).toFixed(2)}"`
  return `<circle ${center} r="${radius.toFixed(2)}" fill="hsl(${hue} 90% 50% / 60%)"><title>${place}</title></circle>`
}
