// What a token looks like and how long it lives: the constants that minting and verifying must agree on.

/** The only header there is, but for the key's id (RFC 7515, RFC 8037, RFC 9068). */
export const TOKEN_HEADER = { alg: 'EdDSA', typ: 'at+jwt' } as const

export const KID = /^[A-Za-z0-9_-]{1,32}$/

export const MAX_TOKEN_CHARACTERS = 2_048

export const TOKEN_LIFE_SECONDS = 3_600

/** A token with more than this to live is given again rather than a new one. */
export const RENEW_BEFORE_END_SECONDS = 60

/** How far the clocks of two machines may be apart. What was issued later than that is of a clock that was put back since. */
export const CLOCK_TOLERANCE_SECONDS = 5

/** A retired key verifies for this long: its last token's life, and a minute for processes that learn of it late. */
export const RETIRED_KEY_LIFE_MS = (TOKEN_LIFE_SECONDS + 60) * 1_000
