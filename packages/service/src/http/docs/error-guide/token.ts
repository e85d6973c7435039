import type { Advice } from './advice.ts'

/** The token is missing or not valid. */
export const TOKEN_ADVICE = {
  token_missing: {
    happened:
      'The request has no `Authorization` header with a bearer token. Some servers and proxies remove this header.',
    todo: 'Get a token from auth/token and send it as `Authorization: Bearer …`. If you did send one, look for the proxy that removes it. The response contains `WWW-Authenticate: Bearer`.',
  },
  token_malformed: {
    happened:
      'The value after `Bearer` is not a token of this service: it is cut off, in quotation marks, has several parts, or is something else, such as the license key.',
    todo: 'Do not send it again. Send the `token` of auth/token exactly as you received it. If the stored token looks correct, delete it and get another one, once.',
  },
  token_invalid: {
    happened:
      'The token is well-formed, but it was not signed by this service, it is for another base URL, or its license no longer exists. This happens when a token is kept after a move to another installation.',
    todo: 'Delete the token, get a new one from auth/token with the license key, and send the request again, once. If the new token gets the same error, stop and report it with the `X-Request-Id`.',
  },
  token_expired: {
    happened: 'The token has expired. Tokens are valid for one hour.',
    todo: 'Get a new token from auth/token and send the same request again, once. To avoid this error, store `expiresAt` with the token and renew the token when less than a minute is left.',
  },
} as const satisfies Record<string, Advice>
