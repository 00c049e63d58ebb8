/** The part of the package that is used; it has no types of its own. */
declare module 'seek-bzip' {
  interface Input {
    readByte(): number
    read(into: Uint8Array, offset: number, length: number): number
    eof(): boolean
  }
  interface Output {
    writeByte(byte: number): void
  }
  const bunzip: {
    /** Decodes to the end, of many files put together if `multistream`. Throws on what is broken. */
    decode(input: Input, output: Output, multistream: boolean): void
  }
  export default bunzip
}
