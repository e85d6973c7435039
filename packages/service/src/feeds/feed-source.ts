// A source that is a feed. It tells less than an API, and only the newest.

import { late } from '../upstream/contract/late.ts'
import type { Source } from '../upstream/contract/source.ts'
import type { FeedReading } from './feed-reader.ts'

type Declared = Pick<Source, 'variants' | 'refusals' | 'accountFreshSeconds'>

export type FeedSource = FeedReading & Declared

const loadReader = () => import('./feed-reader.ts')

/** Loads what reads feeds, so that no scan waits for it. */
export const prepareFeeds = async (): Promise<void> => void (await loadReader())

/** What reads feeds is loaded when one is first asked for, if not before. */
export const feedSource = (definition: FeedSource): Source<unknown> =>
  lateFeedSource(async () => ({ feed: definition }), definition)

/** Where what the platform knows of its feeds is loaded then, too: `lateFeedSource(() => import('./feed.ts'))`. */
export const lateFeedSource = (
  load: () => Promise<{ readonly feed: FeedReading }>,
  { variants, refusals, accountFreshSeconds }: Declared = {},
): Source<unknown> => {
  const read = late(async () => {
    const [{ createFeedReader }, { feed }] = await Promise.all([loadReader(), load()])
    return createFeedReader(feed)
  })
  return {
    id: 'feed',
    provenance: 'feed',
    ...(variants && { variants }),
    ...(refusals && { refusals }),
    ...(accountFreshSeconds !== undefined && { accountFreshSeconds }),
    account: read('account'),
    posts: read('posts'),
  }
}
