// What a provider demands and answers, as data, and what several platforms have in common.

import { type Answer, CLIENT, SECRET } from './provider.ts'

export type Form = Readonly<Record<string, string>>

export type Rules = {
  readonly authorize: string
  /** The exact names of the parameters of an authorization request, sorted. */
  readonly parameters: readonly string[]
  readonly optional?: readonly string[]
  /** Parameters that must have this value. */
  readonly fixed?: Form
  readonly scope: string
  /** With what is not public. */
  readonly privateScope?: string
  readonly clientField: string
  /** URLs of these endpoints that read posts, too. */
  readonly reads?: RegExp
  /** `METHOD URL` without its query → its answer. */
  readonly endpoints: Readonly<Record<string, (sent: Sent) => Answer>>
}

export type Sent = {
  readonly form: Form
  readonly json: Readonly<Record<string, unknown>>
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly bearer: string
  /** The query as it was sent. */
  readonly search: string
  /** Of HTTP Basic, as the platforms' documentation writes it: `id:secret`, not encoded. */
  readonly basic: string | undefined
  /** What the person was asked for. */
  readonly scope: string
  readonly newSecret: (name: string) => string
  readonly takeCode: () => boolean
  /** Whether it was given and not taken yet: a token that is replaced works no more. */
  readonly takeToken: (token: string | null | undefined) => boolean
  /** The same for a token that works again and again. */
  readonly hasToken: (token: string | null | undefined) => boolean
}

export const ok = (body: unknown): Answer => ({ status: 200, body })
export const metaError = (code: number, error_subcode?: number): Answer => ({
  status: 400,
  body: { error: { message: 'A sentence of theirs', type: 'OAuthException', code, error_subcode, fbtrace_id: 'x' } },
})

/** A client that proves itself in the header field, and nowhere else. */
export const isBasicClient = ({ basic, form }: Sent): boolean =>
  basic === `${CLIENT}:${SECRET}` && form.client_secret === undefined && form.client_id === undefined

/** What an application with rotating refresh tokens is granted: by a code, or by the refresh token before. */
export const isGranted = ({ form, takeCode, takeToken }: Sent): boolean =>
  form.grant_type === 'refresh_token' ? takeToken(form.refresh_token) : takeCode()

export const isClient = ({ client_id: id, client_secret: secret }: Form): boolean => id === CLIENT && secret === SECRET
