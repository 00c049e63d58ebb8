/** The key of this server: an Ed25519 pair, made when it is first asked for and the same from then on. */
export interface SigningKey {
  /** The 32 bytes of the public key. */
  publicKey(): Promise<Uint8Array>
  /** The 64 bytes of the signature; the same for the same bytes. */
  sign(bytes: Uint8Array): Promise<Uint8Array>
}
