// Creates a source from a feed. A feed has less data than an API, and only the newest posts.

import { late } from '../upstream/contract/late.ts'
import type { Source } from '../upstream/contract/source.ts'
import type { FeedReading } from './feed-reader.ts'

type Declared = Pick<Source, 'variants' | 'kinds' | 'refusals' | 'accountFreshSeconds'>

export type FeedSource = FeedReading & Declared

const loadReader = () => import('./feed-reader.ts')

/** Loads the feed reader in advance, so that no scan waits for it. */
export const prepareFeeds = async (): Promise<void> => void (await loadReader())

/** The feed reader is loaded at the first request, unless it was loaded before. */
export const feedSource = (definition: FeedSource): Source<unknown> =>
  lateFeedSource(async () => ({ feed: definition }), definition)

/** Also loads the platform's own code for its feeds at the first request: `lateFeedSource(() => import('./feed.ts'))`. */
export const lateFeedSource = (
  load: () => Promise<{ readonly feed: FeedReading }>,
  { variants, kinds, refusals, accountFreshSeconds }: Declared = {},
): Source<unknown> => {
  const read = late(async () => {
    const [{ createFeedReader }, { feed }] = await Promise.all([loadReader(), load()])
    return createFeedReader(feed)
  })
  return {
    id: 'feed',
    provenance: 'feed',
    ...(variants && { variants }),
    ...(kinds && { kinds }),
    ...(refusals && { refusals }),
    ...(accountFreshSeconds !== undefined && { accountFreshSeconds }),
    account: read('account'),
    posts: read('posts'),
  }
}
