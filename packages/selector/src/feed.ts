// The pages of one profile, as far as they have come. One request at a time; an answer that comes too late is dropped.

import { keyOf } from './choice.ts'
import { type LoadFailure, readFailure } from './load-failure.ts'
import type { Post, Profile, SourcePage } from './posts.ts'
import type { SourceFunction } from './source.ts'

export type Feed = {
  readonly profile: Profile
  /** In its canonical form, once a page has come. */
  readonly handle: string | undefined
  /** Newest first, each once. */
  readonly posts: readonly Post[]
  readonly isLoading: boolean
  /** Whether the last page has come. */
  readonly isWhole: boolean
  readonly failure: LoadFailure | undefined
  /** Loads the next page, or the first again where the list has become too old to go on; the posts that came. */
  more(): Promise<readonly Post[]>
  /** Whoever is asked may stop. */
  abort(): void
}

const TOO_OLD = 'invalid_cursor'

const requestOf = ({ platform, handle, variant }: Profile, cursor: string | undefined) => ({
  platform,
  handle,
  ...(variant !== undefined && { variant }),
  ...(cursor !== undefined && { cursor }),
})

export const createFeed = (profile: Profile, read: SourceFunction): Feed => {
  const posts = new Map<string, Post>()
  let handle: string | undefined
  let cursor: string | null | undefined
  let failure: LoadFailure | undefined
  let asking: AbortController | undefined

  const add = ({ handle: canonical, posts: page }: SourcePage['body']): readonly Post[] => {
    handle = canonical
    const whole = page.map((post) => ({ ...post, platform: profile.platform, handle: canonical }))
    const added = whole.filter((post) => !posts.has(keyOf(post)))
    for (const post of added) posts.set(keyOf(post), post)
    return added
  }

  const startAgain = (): void => {
    posts.clear()
    cursor = undefined
  }

  return {
    profile,
    get handle() {
      return handle
    },
    get posts() {
      return [...posts.values()]
    },
    get isLoading() {
      return asking !== undefined
    },
    get isWhole() {
      return cursor === null
    },
    get failure() {
      return failure
    },
    async more() {
      if (asking !== undefined || cursor === null) return []
      const mine = new AbortController()
      asking = mine
      if (failure?.code === TOO_OLD) startAgain()
      failure = undefined
      try {
        const { body, nextCursor } = await read(requestOf(profile, cursor), { signal: mine.signal })
        if (asking !== mine) return []
        cursor = nextCursor
        return add(body)
      } catch (thrown) {
        if (asking === mine) failure = readFailure(thrown)
        return []
      } finally {
        if (asking === mine) asking = undefined
      }
    },
    abort() {
      asking?.abort()
      asking = undefined
    },
  }
}
