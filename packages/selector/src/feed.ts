// The loaded pages of a profile. Sends one request at a time, and drops the response of an aborted one.

import { keyOf } from './choice.ts'
import { type LoadFailure, readFailure } from './load-failure.ts'
import type { Post, Profile, SourcePage } from './posts.ts'
import type { SourceFunction } from './source.ts'

export type Feed = {
  readonly profile: Profile
  /** The canonical handle, once a page has loaded. */
  readonly handle: string | undefined
  /** Newest first, without duplicates. */
  readonly posts: readonly Post[]
  readonly isLoading: boolean
  /** Whether the last page has loaded. */
  readonly isWhole: boolean
  readonly failure: LoadFailure | undefined
  /** Loads the next page, or starts over if the cursor has expired. Returns the new posts. */
  more(): Promise<readonly Post[]>
  /** Aborts the request in flight. */
  abort(): void
}

const CURSOR_EXPIRED = 'invalid_cursor'

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
  let inFlight: AbortController | undefined

  const add = ({ handle: canonical, posts: page }: SourcePage['body']): readonly Post[] => {
    handle = canonical
    const whole = page.map((post) => ({ ...post, platform: profile.platform, handle: canonical }))
    const added = whole.filter((post) => !posts.has(keyOf(post)))
    for (const post of added) posts.set(keyOf(post), post)
    return added
  }

  const startOver = (): void => {
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
      return inFlight !== undefined
    },
    get isWhole() {
      return cursor === null
    },
    get failure() {
      return failure
    },
    async more() {
      if (inFlight !== undefined || cursor === null) return []
      const controller = new AbortController()
      inFlight = controller
      if (failure?.code === CURSOR_EXPIRED) startOver()
      failure = undefined
      try {
        const { body, nextCursor } = await read(requestOf(profile, cursor), { signal: controller.signal })
        if (inFlight !== controller) return []
        cursor = nextCursor
        return add(body)
      } catch (thrown) {
        if (inFlight === controller) failure = readFailure(thrown)
        return []
      } finally {
        if (inFlight === controller) inFlight = undefined
      }
    },
    abort() {
      inFlight?.abort()
      inFlight = undefined
    },
  }
}
