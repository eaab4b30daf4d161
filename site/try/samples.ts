/** The messages that the page offers. */

export interface Sample {
  readonly name: string
  readonly message: object
}

const row = (index: number): object => ({
  id: index,
  symbol: index % 2 === 0 ? 'BTC-USD' : 'ETH-USD',
  price: 67_500 + index / 4,
  isOpen: index % 3 === 0,
})

export const samples: readonly Sample[] = [
  { name: 'A small object', message: { type: 'move', x: 12.5, y: 40.25 } },
  {
    name: 'A chat message',
    message: {
      from: { id: 42, name: 'Ada' },
      text: 'See you at the lighthouse at six. Bring the map, and do not tell Charles.',
      at: new Date(0),
      tags: new Set(['plan', 'secret']),
    },
  },
  { name: '100 rows', message: { rows: Array.from({ length: 100 }, (_, index) => row(index)) } },
]
