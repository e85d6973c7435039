// The ordered selection and its form value. All functions are pure.

import { beginningOf, titleOf } from './describe-post.ts'
import type { Post } from './posts.ts'

/** A selected post: its reference for the server, and the data to label it before its page has loaded. */
export type ChosenPost = {
  readonly platform: string
  readonly handle: string
  readonly id: string
  readonly url: string | null
  readonly kind: string | null
  readonly publishedAt: string | null
  /** Beginning of the text. */
  readonly text: string | null
}

type PostReference = Pick<ChosenPost, 'platform' | 'handle' | 'id'>

/** A unique key: ids are unique within a profile. */
export const keyOf = ({ platform, handle, id }: PostReference): string => JSON.stringify([platform, handle, id])

export const chosenFrom = (post: Post): ChosenPost => {
  const { platform, handle, id, url, kind, publishedAt } = post
  return { platform, handle, id, url, kind, publishedAt, text: beginningOf(titleOf(post)) }
}

export const keysOf = (posts: readonly PostReference[]): ReadonlySet<string> => new Set(posts.map(keyOf))

/** Appends posts up to the limit. Posts that are already selected keep their place. */
export const withPosts = (
  chosen: readonly ChosenPost[],
  posts: readonly Post[],
  max: number,
): readonly ChosenPost[] => {
  const existing = keysOf(chosen)
  const added = posts.filter((post) => !existing.has(keyOf(post))).slice(0, Math.max(0, max - chosen.length))
  return [...chosen, ...added.map(chosenFrom)]
}

export const withoutPosts = (chosen: readonly ChosenPost[], posts: readonly PostReference[]): readonly ChosenPost[] => {
  const removed = keysOf(posts)
  return chosen.filter((each) => !removed.has(keyOf(each)))
}

/** Moves a post to another position. */
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

/** Parses a list of posts. Drops duplicates and invalid values. */
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
