// The chosen posts in their order, and the text in which a form carries them. Changes nothing in place.

import { beginningOf, titleOf } from './describe-post.ts'
import type { Post } from './posts.ts'

/** A chosen post: what a server reads it again by, and what a list needs to name it before its page has come. */
export type ChosenPost = {
  readonly platform: string
  readonly handle: string
  readonly id: string
  readonly url: string | null
  readonly kind: string | null
  readonly publishedAt: string | null
  /** How it begins. */
  readonly text: string | null
}

type Named = Pick<ChosenPost, 'platform' | 'handle' | 'id'>

/** The same for a post wherever it is met: ids are unique within their profile. */
export const keyOf = ({ platform, handle, id }: Named): string => JSON.stringify([platform, handle, id])

export const chosenFrom = (post: Post): ChosenPost => {
  const { platform, handle, id, url, kind, publishedAt } = post
  return { platform, handle, id, url, kind, publishedAt, text: beginningOf(titleOf(post)) }
}

export const keysOf = (posts: readonly Named[]): ReadonlySet<string> => new Set(posts.map(keyOf))

/** With the posts at its end, as many of them as there is room for; those that are there stay where they are. */
export const withPosts = (
  chosen: readonly ChosenPost[],
  posts: readonly Post[],
  most: number,
): readonly ChosenPost[] => {
  const there = keysOf(chosen)
  const added = posts.filter((post) => !there.has(keyOf(post))).slice(0, Math.max(0, most - chosen.length))
  return [...chosen, ...added.map(chosenFrom)]
}

export const withoutPosts = (chosen: readonly ChosenPost[], posts: readonly Named[]): readonly ChosenPost[] => {
  const gone = keysOf(posts)
  return chosen.filter((each) => !gone.has(keyOf(each)))
}

/** With the post of the first place at the second. */
export const moved = (chosen: readonly ChosenPost[], from: number, to: number): readonly ChosenPost[] => {
  const post = chosen[from]
  if (post === undefined || to < 0 || to >= chosen.length) return chosen
  const others = chosen.filter((_, index) => index !== from)
  return [...others.slice(0, to), post, ...others.slice(to)]
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const readOne = (value: unknown): readonly ChosenPost[] => {
  const { platform, handle, id, ...rest } = (value ?? {}) as Readonly<Record<string, unknown>>
  if (typeof platform !== 'string' || typeof handle !== 'string' || typeof id !== 'string') return []
  const { url, kind, publishedAt, text } = rest
  return [
    {
      ...{ platform, handle, id, url: textOf(url), kind: textOf(kind) },
      ...{ publishedAt: textOf(publishedAt), text: beginningOf(textOf(text)) },
    },
  ]
}

/** Each post once; what is no post, or no list at all, is nobody's choice. */
export const asChosen = (values: unknown): readonly ChosenPost[] => {
  const read = Array.isArray(values) ? values.flatMap(readOne) : []
  return [...new Map(read.map((each) => [keyOf(each), each])).values()]
}

export const parseChosen = (text: string): readonly ChosenPost[] => {
  try {
    return asChosen(JSON.parse(text))
  } catch {
    return []
  }
}

export const writeChosen = (chosen: readonly ChosenPost[]): string => JSON.stringify(chosen)
