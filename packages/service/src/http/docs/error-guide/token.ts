import type { Advice } from './advice.ts'

/** Who calls could not be told. */
export const TOKEN_ADVICE = {
  token_missing: {
    happened:
      'The request has no `Authorization` header with a bearer token. Some servers strip the header before it leaves, or before it arrives.',
    todo: 'Get a token from auth/token and send it as `Authorization: Bearer …`. Where one was sent all the same, look for the proxy that drops the header. `WWW-Authenticate: Bearer` comes with the answer.',
  },
  token_malformed: {
    happened:
      'What follows `Bearer` is not a token of this service: it is cut off, in quotation marks, has several parts, or is something else, such as the license key itself.',
    todo: 'Do not send it again. Send the `token` of auth/token character by character as it came. If the one that is kept looks right, forget it and get another, once.',
  },
  token_invalid: {
    happened:
      'The token has the right form, but was not signed here, or not for this address, or its license is gone. It happens where a token is kept across a move to another installation.',
    todo: 'Forget the token, get one from auth/token with the license key, and send the request again, once. If the new token meets the same answer, stop and report it with the `X-Request-Id`.',
  },
  token_expired: {
    happened: 'The token was good for one hour, and the hour is over.',
    todo: 'Get another from auth/token and send the same request again, once. To meet this seldom, keep the token together with `expiresAt` and renew it when less than a minute is left.',
  },
} as const satisfies Record<string, Advice>
