// What goes over the wire, as the service's own schemas say it. Types only: nothing of the service is loaded.

import type { ErrorCode, ErrorDetails } from 'central-api/errors.ts'
import type { loadMorePosts } from 'central-api/http/load-more-posts/route.ts'
import type { scanProfile } from 'central-api/http/scan-profile/route.ts'
import type { validateLink } from 'central-api/http/validate-link/route.ts'
import type { validatePost } from 'central-api/http/validate-post/route.ts'
import type { Static, TObject, TSchema } from 'typebox'

export type { Author, LinkCard, Media, Poll, Post, PostReference, Profile } from 'central-api/post/post.ts'
export type { ErrorCode, ErrorDetails }

type RequestOf<E extends { readonly body: TObject }> = Readonly<Static<E['body']>>
type DataOf<E extends { readonly data: TSchema }> = Static<E['data']>

export type ScanRequest = RequestOf<typeof scanProfile>
/** The cursor of the page before is needed here. */
export type LoadMoreRequest = RequestOf<typeof loadMorePosts> & { readonly cursor: string }
export type ValidateRequest = RequestOf<typeof validateLink>

/** A profile and up to 20 of its posts. */
export type Page = DataOf<typeof scanProfile>
export type ValidLink = DataOf<typeof validateLink>
export type ValidPost = DataOf<typeof validatePost>
