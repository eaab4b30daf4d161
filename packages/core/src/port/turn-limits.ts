/** How long deliveries may keep the thread, and how often they look at the clock. */

export const MAX_TURN_MS = 4
export const MESSAGES_PER_CLOCK_READING = 32
