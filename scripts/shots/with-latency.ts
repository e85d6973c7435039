// Lets platforms take as long as they do in life. Simulators respond in a millisecond, and plots of that show nothing.

import type { Platform } from '../../packages/service/src/upstream/contract/platform.ts'

const TYPICAL_MS = 240
/** Every so often a platform takes several times as long. */
const SLOW_EVERY = 19

/** `pass` moves the clock by milliseconds. The same delays each time. */
export const withLatency = (
  platforms: readonly Platform[],
  pass: (milliseconds: number) => void,
): readonly Platform[] => {
  let calls = 0
  const delay = () => {
    calls += 1
    const wave = 1 + 0.5 * Math.sin(calls * 2.4) + 0.3 * Math.sin(calls * 0.05)
    pass(Math.round(TYPICAL_MS * wave * (calls % SLOW_EVERY === 0 ? 5 : 1)))
  }
  return platforms.map((platform) => ({
    ...platform,
    sources: platform.sources.map((source) => ({
      ...source,
      posts: (request: Parameters<typeof source.posts>[0]) => {
        delay()
        return source.posts(request)
      },
    })),
  }))
}
