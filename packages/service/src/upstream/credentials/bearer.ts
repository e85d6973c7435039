import type { Fields } from '../contract/call.ts'
import type { Signature } from '../contract/credential.ts'

/** Signs with `token` as a bearer token (RFC 6750, section 2.1). */
export const bearer = ({ token = '' }: Fields): Signature => ({ headers: { authorization: `Bearer ${token}` } })
