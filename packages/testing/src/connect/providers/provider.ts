// What tests play as the provider of a platform.

import type { EgressRequest } from '@central-api/service/egress/egress.ts'

export type Answer = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A code lives once. */
export type Provider = {
  /** The URL of the page that asks a person. */
  readonly page: string
  /** The hosts of the page and the endpoints. */
  readonly hosts: readonly string[]
  /** Judges the authorization request, and returns what the browser comes back with. */
  authorize(url: URL): URLSearchParams
  /** The parameters of an authorization request that the provider took before (PAR, RFC 9126; RFC 5849). */
  pushed?(url: URL): URLSearchParams
  respond(request: EgressRequest): Promise<Answer>
  /** Whether it answers this call; any other is a read of posts. */
  answers(method: string, url: URL): boolean
  /** The token that a read is signed with, where calls have no bearer token; why it is refused if the signature is
   * wrong. */
  tokenOf?(request: EgressRequest): string
  /** Gives this answer at an endpoint from now on. */
  forbid(name: string, answer: Answer): void
  /** The owner removes the application: nothing that was given works any more. */
  remove(): void
  /** Whether a token was given, and neither replaced nor taken back. */
  works(token: string): boolean
  /** Whether a token that was given for calls still works. */
  isLive(token: string): boolean
  /** A token or refresh token as if it had been given before. */
  give(name: string): string
  /** Every secret that was given: none may appear in a log, an answer or a database. */
  readonly secrets: string[]
  readonly calls: string[]
}

/** The application, as its operator registered it. */
export const CLIENT = 'app-id'
export const SECRET = 'app-secret'

/** A service of this machine has no certificate. */
export const callbackOf = (platform: string): RegExp =>
  new RegExp(`^(?:https://[^?#]+|http://127\\.0\\.0\\.1:\\d+)/connect/${platform}/callback$`)
