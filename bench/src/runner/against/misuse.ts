/** What is asked for cannot be compared: the message is all that somebody needs. */
export class Misuse extends TypeError {}
