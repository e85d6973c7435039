// Maps a thing of a listing to a post: `t3` is a submission, `t1` a comment. Other kinds are no posts.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import type { PlatformPost } from '../../post/post.ts'
import { mapComment } from './map-comment.ts'
import { type ListedIn, mapSubmission } from './map-submission.ts'

export type Thing = { readonly kind: string; readonly data: JsonObject }

/** undefined when the thing has no full name, which serves as its id. */
export const readThing = (value: unknown): Thing | undefined => {
  const { kind, data } = jsonObject(value)
  const read = jsonObject(data)
  return typeof kind === 'string' && typeof read.name === 'string' ? { kind, data: read } : undefined
}

/** `now` in milliseconds since the epoch. */
export const mapThing = ({ kind, data }: Thing, listedIn: ListedIn | undefined, now: number): PlatformPost | null => {
  if (kind === 't3') return mapSubmission(data, listedIn, now)
  return kind === 't1' ? mapComment(data) : null
}

/** The texts that the mapping parses as markup. */
export const textsOf = ({ data }: Thing): readonly string[] =>
  [data.selftext_html, data.body_html].filter((text) => typeof text === 'string')
