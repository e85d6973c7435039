// A token's text, before anything in it is believed. All checks on the text come before any decoding.

import { isBase64url } from '../../crypto/base64url.ts'
import { ApiError } from '../../errors.ts'
import { KID, MAX_TOKEN_CHARACTERS, TOKEN_HEADER } from './token-form.ts'

type Fields = Readonly<Record<string, unknown>>

export type ParsedToken = { readonly kid: string }

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A JSON object; one with a name twice, which two readers may understand in two ways, is none. */
const parseFields = (segment: string): Fields => {
  const json = Buffer.from(segment, 'base64url').toString()
  try {
    const value: unknown = JSON.parse(json)
    if (isFields(value) && JSON.stringify(value) === json) return value
  } catch {
    // Told below, without the parser's words.
  }
  throw new ApiError('token_malformed')
}

/** The key's id. Any member but the three that are known is a refusal, `jku`, `jwk`, `x5u`, `x5c` and `crit` among them. */
const readHeader = ({ alg, typ, kid, ...others }: Fields): string => {
  const isOurs = alg === TOKEN_HEADER.alg && typ === TOKEN_HEADER.typ && Object.keys(others).length === 0
  if (!isOurs || typeof kid !== 'string' || !KID.test(kid)) throw new ApiError('token_invalid')
  return kid
}

/** Throws `token_malformed` for what is no token, `token_invalid` for a header that this service never writes. */
export const parseToken = (token: string): ParsedToken => {
  if (token.length > MAX_TOKEN_CHARACTERS) throw new ApiError('token_malformed')
  const segments = token.split('.')
  const [header = '', payload = ''] = segments
  if (segments.length !== 3 || !segments.every(isBase64url)) throw new ApiError('token_malformed')
  parseFields(payload)
  return { kid: readHeader(parseFields(header)) }
}
