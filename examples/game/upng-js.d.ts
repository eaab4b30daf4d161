/** The part of `upng-js` that we use, which has no types. */
declare module 'upng-js' {
  interface Image {
    readonly width: number
    readonly height: number
  }
  const UPNG: {
    decode(png: ArrayBuffer): Image
    toRGBA8(image: Image): ArrayBuffer[]
    /** `colours`: at most so many. */
    encode(pixels: ArrayBuffer[], width: number, height: number, colours: number): ArrayBuffer
  }
  export default UPNG
}
