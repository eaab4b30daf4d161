/** `@slipring/core/tasks`: tasks from one thread to any of several workers, without codec or lanes for the results. */

export * from '../memory/errors.ts'
export { type Board, type BoardOptions, createBoard, openBoard } from '../memory/board.ts'
export { CLOSED, NONE, TaskClaimer } from './claim.ts'
export { closeForDeadPoster } from './dead-poster.ts'
export { FULL, TaskPoster } from './post.ts'
