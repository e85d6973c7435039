const BYTES = 16

/** A key that no other request has. Not `randomUUID`, which browsers keep from pages without TLS. */
export const freshKey = () =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
