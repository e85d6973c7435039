// What the client takes and gives, on top of what goes over the wire.

import type { ChosenPosts, FoundLink, FoundPost, LoadMoreRequest, ScanRequest, ValidateRequest } from './wire.ts'

export type { ErrorCode } from './error-table.ts'
export type * from './wire.ts'

/** The fields of `invalid_request`, or the answer of a link. */
export type ErrorDetails =
  | readonly { readonly field: string; readonly message: string }[]
  | { readonly status?: number; readonly url?: string }

/** Of which profile; a cursor is the client’s own affair where it walks from page to page. */
export type ProfileRequest = Omit<ScanRequest, 'cursor'>
export type PageRequest = ScanRequest | LoadMoreRequest

/** A link or post with the raw content that was found. */
export type WithBody<Found> = Found & {
  readonly body: string
  readonly bodyEncoding: 'text' | 'base64'
  readonly bytes: number
}
/** The same without it. */
export type WithoutBody<Found> = Omit<Found, 'body' | 'bodyEncoding'>

export type ValidLink = WithBody<FoundLink>
export type ValidPost = WithBody<FoundPost>
export type LinkPreview = WithoutBody<FoundLink>
export type PostPreview = WithoutBody<FoundPost>

export type PreviewRequest = ValidateRequest & { readonly withBody: false }
export type WholeRequest = ValidateRequest & { readonly withBody?: true }

/** One of the chosen posts: the post, or why it cannot be had. */
export type ChosenPost = ChosenPosts['body']['posts'][number]
