/** The command line asks for a comparison that cannot be had: its message is all that somebody needs. */
export class Misuse extends TypeError {}
