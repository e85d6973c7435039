// A client of OAuth 1.0 (RFC 5849), which Flickr still speaks. The service asks for a request token before the browser
// goes to the platform; its secret stays with the ticket. Requests are signed, so that the application's secret is in
// none of them. Tokens and secrets appear in no error.

import { oauth1Header } from '../../crypto/oauth1-signature.ts'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { ApiError } from '../../errors.ts'
import { lookUp } from '../../parsing/look-up.ts'
import { ConnectFault, type ConnectFaultCode } from './connect-fault.ts'
import type { GrantedToken, OAuthClient, OAuthClientOptions, RequestToken } from './oauth-client.ts'

export type OAuth1ClientOptions = OAuthClientOptions & {
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

const NONCE_BYTES = 16

/** What the answer `oauth_problem` means. https://wiki.oauth.net/w/page/12238543/ProblemReporting */
const PROBLEMS: Readonly<Record<string, ConnectFaultCode>> = {
  consumer_key_rejected: 'platform_unauthorized',
  consumer_key_refused: 'platform_unauthorized',
  consumer_key_unknown: 'platform_unauthorized',
  parameter_absent: 'platform_unauthorized',
  parameter_rejected: 'platform_unauthorized',
  permission_denied: 'connection_denied',
  signature_invalid: 'platform_unauthorized',
  token_expired: 'connection_expired',
  token_rejected: 'connection_expired',
  token_used: 'connection_expired',
  user_refused: 'connection_denied',
  verifier_invalid: 'connection_expired',
}

const faultOf = (problem: string): ConnectFault =>
  new ConnectFault(lookUp(PROBLEMS, problem) ?? 'platform_error', { reason: problem })

export const createOAuth1Client = (options: OAuth1ClientOptions): OAuthClient => {
  const { dialect, endpoints, app, redirectUri, fetch: call, now, randomBytes } = options

  /** The form of a successful response. Throws ConnectFault. */
  const request = async (
    url: string,
    fields: Readonly<Record<string, string>>,
    token?: RequestToken,
  ): Promise<URLSearchParams> => {
    const { clientId, clientSecret = '' } = app
    const nonce = randomBytes(NONCE_BYTES).toString('hex')
    const signed = { method: 'POST', url: new URL(url), now: now(), nonce, fields } as const
    const authorization = oauth1Header(signed, { clientId, clientSecret, token })
    const response = await call(url, { method: 'POST', headers: { authorization } }).catch((cause: unknown) => {
      const isTimeout = cause instanceof ApiError && cause.code === 'link_timeout'
      throw new ConnectFault(isTimeout ? 'platform_timeout' : 'platform_error', { cause })
    })
    if (response.status === 429) throw new ConnectFault('platform_rate_limited')
    const form = new URLSearchParams(await response.text())
    const problem = form.get('oauth_problem')
    if (problem !== null) throw faultOf(problem)
    if (response.status !== 200) throw new ConnectFault('platform_error', { reason: `status.${response.status}` })
    return form
  }

  const tokenIn = (form: URLSearchParams): RequestToken => {
    const [token, secret] = [form.get('oauth_token'), form.get('oauth_token_secret')]
    if (!token || !secret) throw new ConnectFault('platform_error', { reason: 'no_token' })
    return { token, secret }
  }

  return {
    async requestToken(state) {
      const callback = new URL(redirectUri)
      // The server appends its fields to the query (RFC 5849, section 2.2).
      callback.searchParams.set('state', state)
      const form = await request(endpoints.requestToken ?? '', { oauth_callback: callback.href })
      // Otherwise the server does not check the verifier, and anybody could finish the consent of another person.
      if (form.get('oauth_callback_confirmed') !== 'true')
        throw new ConnectFault('platform_error', { reason: 'callback_unconfirmed' })
      return tokenIn(form)
    },

    async authorizeUrl({ requestToken, parameters = {} }) {
      const url = new URL(endpoints.authorize)
      const fields = { oauth_token: requestToken?.token ?? '', ...dialect.authorizeParameters, ...parameters }
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
      return url.href
    },

    async exchange(query, { requestToken }) {
      const problem = query.get('oauth_problem')
      if (problem !== null) throw faultOf(problem)
      const [token, verifier] = [query.get('oauth_token'), query.get('oauth_verifier')]
      // Without a verifier nobody has agreed.
      if (verifier === null || verifier === '') throw new ConnectFault('connection_denied', { reason: 'no_verifier' })
      if (requestToken === undefined || token !== requestToken.token)
        throw new ConnectFault('connection_expired', { reason: 'another_token' })
      const form = await request(endpoints.token, { oauth_verifier: verifier }, requestToken)
      return readToken(form, tokenIn(form), dialect.quirks.subjectField)
    },

    // Tokens do not end.
    async refresh() {
      throw new ConnectFault('platform_error', { reason: 'not_renewable' })
    },

    // RFC 5849 has no way to revoke a token.
    revoke: async () => false,
  }
}

const readToken = (
  form: URLSearchParams,
  { token, secret }: RequestToken,
  subjectField: string | undefined,
): GrantedToken => {
  const subject = form.get(subjectField ?? '')
  return {
    accessToken: token,
    ...(subject !== null && subject !== '' && { subject }),
    fields: { tokenSecret: secret },
    account: Object.fromEntries(form),
  }
}
