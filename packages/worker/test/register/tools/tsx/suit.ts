// @ts-nocheck: it is run as it stands.
export enum Suit {
  Clubs,
  Hearts,
}
