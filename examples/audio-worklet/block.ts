/** One record of the ring: so many samples, each a float of 4 bytes. A worklet plays 128 at a time. */
export const BLOCK_SAMPLES = 128
export const BLOCK_BYTES = 4 * BLOCK_SAMPLES
