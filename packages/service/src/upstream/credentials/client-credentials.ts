// An application's id and secret → a token (RFC 6749, section 4.4).

import { jsonObject } from '../../parsing/json-value.ts'
import type { Fields } from '../contract/call.ts'
import type { CredentialKind } from '../contract/credential.ts'
import { Refused } from '../contract/refusal.ts'

export type ClientCredentialsOptions = {
  /** How the application authenticates (RFC 6749, section 2.3.1): with a header, or with fields of the form. */
  readonly by?: 'basic' | 'form'
  /** Further fields of the form. */
  readonly form?: Fields
  readonly headers?: Fields
}

/** Reads `id` and `secret` of the provided credential; returns `token`. */
export const clientCredentials =
  (
    url: string,
    { by = 'basic', form = {}, headers = {} }: ClientCredentialsOptions = {},
  ): NonNullable<CredentialKind<unknown>['obtain']> =>
  async ({ id = '', secret = '' }, send) => {
    const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')
    const isBasic = by === 'basic'
    const response = await send({
      url,
      headers: { ...headers, ...(isBasic && { authorization: `Basic ${basic}` }) },
      body: {
        form: { grant_type: 'client_credentials', ...form, ...(!isBasic && { client_id: id, client_secret: secret }) },
      },
    })
    const { access_token: token, expires_in: life } = jsonObject(response.json())
    if (typeof token !== 'string' || token === '') throw new Refused('broken')
    return { secrets: { token }, ...(typeof life === 'number' && life > 0 && { expiresInSeconds: life }) }
  }
