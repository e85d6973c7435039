// The constants that minting and verifying tokens share.

/** The only accepted header, apart from the key id (RFC 7515, RFC 8037, RFC 9068). */
export const TOKEN_HEADER = { alg: 'EdDSA', typ: 'at+jwt' } as const

export const KID = /^[A-Za-z0-9_-]{1,32}$/

export const MAX_TOKEN_CHARACTERS = 2_048

export const TOKEN_LIFE_SECONDS = 3_600

/** A token with more time left than this is returned again instead of a new one. */
export const RENEW_BEFORE_END_SECONDS = 60

/** The largest difference between the clocks of two machines. A later issue time means that the clock was set back
 * since. */
export const CLOCK_TOLERANCE_SECONDS = 5

/** How long a retired key verifies: the lifetime of its last token, plus a minute for processes that learn of the
 * rotation late. */
export const RETIRED_KEY_LIFE_MS = (TOKEN_LIFE_SECONDS + 60) * 1_000
