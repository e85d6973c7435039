const BYTES = 16

/** A random `Idempotency-Key`. `crypto.randomUUID` is not available on pages without TLS. */
export const createIdempotencyKey = () =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
