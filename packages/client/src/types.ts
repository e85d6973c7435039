// Types of the client's parameters and results, in addition to the types of the API.

import type { ChosenPosts, FoundLink, FoundPost, LoadMoreRequest, ScanRequest, ValidateRequest } from './wire.ts'

export type { ErrorCode } from './error-table.ts'
export type * from './wire.ts'

/** The invalid fields for `invalid_request`, or the response of a link. */
export type ErrorDetails =
  | readonly { readonly field: string; readonly message: string }[]
  | { readonly status?: number; readonly url?: string }

/** The profile to iterate over. The client handles the cursor. */
export type ProfileRequest = Omit<ScanRequest, 'cursor'>
export type PageRequest = ScanRequest | LoadMoreRequest

/** An application of the license's own at a platform. */
export type NewApp = {
  readonly platform: string
  readonly clientId: string
  readonly clientSecret: string
  readonly label?: string
}

/** A link or post with its raw content. */
export type WithBody<Found> = Found & {
  readonly body: string
  readonly bodyEncoding: 'text' | 'base64'
  readonly bytes: number
}
/** A link or post without its raw content. */
export type WithoutBody<Found> = Omit<Found, 'body' | 'bodyEncoding'>

export type ValidLink = WithBody<FoundLink>
export type ValidPost = WithBody<FoundPost>
export type LinkPreview = WithoutBody<FoundLink>
export type PostPreview = WithoutBody<FoundPost>

export type PreviewRequest = ValidateRequest & { readonly withBody: false }
export type WholeRequest = ValidateRequest & { readonly withBody?: true }

/** A requested post, or the error for it. */
export type ChosenPost = ChosenPosts['body']['posts'][number]
