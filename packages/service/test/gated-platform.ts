// A platform whose pages wait until a test releases them, and fail on demand. It sends no requests.

import { Type } from '../src/parsing/type.ts'
import { buildProfile } from '../src/post/build-post.ts'
import { platform, source } from '../src/upstream/contract/platform.ts'

export type GatedPlatform = ReturnType<typeof createGatedPlatform>

export const createGatedPlatform = (id = 'gated') => {
  let requested = 0
  let gate: PromiseWithResolvers<void> | undefined
  let failure: unknown
  const waiting = new Map<number, () => void>()

  return {
    /** The number of page requests so far. */
    requested: () => requested,
    /** Resolves with the n-th page request from the start. */
    askedFor: (count: number) =>
      requested >= count ? Promise.resolve() : new Promise<void>((resolve) => waiting.set(count, resolve)),
    /** Delays every page until the returned function is called. */
    hold() {
      const held = Promise.withResolvers<void>()
      gate = held
      return () => {
        gate = undefined
        held.resolve()
      }
    },
    /** Every page fails with this error; without one, pages succeed again. */
    failWith(error: unknown) {
      failure = error
    },
    platform: platform({
      id,
      name: 'Gated',
      handles: ['anyone'],
      variants: { posts: 'all posts', media: 'posts with media' },
      settings: Type.Object({}),
      canonicalize: (input) => (/^@?[a-z0-9.]+$/i.test(input) ? input.replace('@', '').toLowerCase() : undefined),
      sources: [
        source({
          id: 'api',
          provenance: 'official_api',
          account: async ({ handle }) => ({
            id: handle,
            profile: buildProfile({ id: handle, handle, counts: { posts: 0 } }),
            keep: undefined,
          }),
          async posts() {
            requested += 1
            waiting.get(requested)?.()
            await gate?.promise
            if (failure !== undefined) throw failure
            return { posts: [], next: undefined }
          },
        }),
      ],
    }),
  }
}
