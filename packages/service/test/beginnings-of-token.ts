// What to look for where no token may be.

/** How each of its parts begins. Fewer letters may stand anywhere: a log's random ids hold `eyJ`, as any JSON begins, now and then. */
const LETTERS = 12

/** Each of a token's parts by itself (RFC 7515 section 3.1), since one of them may be shown without the others. */
export const beginningsOfToken = (authorization: string) => {
  const parts = authorization.replace('Bearer ', '').split('.')
  const [header = '', payload = '', signature = ''] = parts.map((part) => part.slice(0, LETTERS))
  return { "the token's header": header, "the token's payload": payload, "the token's signature": signature }
}
