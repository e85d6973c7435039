// A request to the sandbox's site, and its response.

export type SandboxRequest = {
  /** Without a leading slash; with the query. */
  readonly path: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** GET when absent. */
  readonly method?: string
  /** A form, as sent by POST. */
  readonly form?: string
  /** The host of the request. */
  readonly host: string
  /** The base URL of the sandbox, with a trailing slash. */
  readonly base: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

export type SandboxResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}
