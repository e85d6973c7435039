// Strings that show that a text contains a token.

/** The beginning of each part. Shorter ones also match random ids in a log, such as `eyJ`. */
const LETTERS = 12

/** The parts of a token (RFC 7515 section 3.1), because a text can contain one without the others. */
export const beginningsOfToken = (authorization: string) => {
  const parts = authorization.replace('Bearer ', '').split('.')
  const [header = '', payload = '', signature = ''] = parts.map((part) => part.slice(0, LETTERS))
  return { "the token's header": header, "the token's payload": payload, "the token's signature": signature }
}
