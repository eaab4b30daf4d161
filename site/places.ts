import { fileURLToPath } from 'node:url'

/** This folder. */
export const SITE: string = fileURLToPath(new URL('.', import.meta.url))
/** The repository. */
export const ROOT: string = fileURLToPath(new URL('..', import.meta.url))
/** Where the built site is. */
export const DIST: string = fileURLToPath(new URL('dist/', import.meta.url))
