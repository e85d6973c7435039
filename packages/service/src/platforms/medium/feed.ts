import type { FeedReading } from '../../feeds/feed-reader.ts'
import { adaptProfile, adaptStory } from './adapt-story.ts'
import { feedUrl } from './canonicalize-source.ts'

export const feed: FeedReading = { address: feedUrl, adapt: adaptStory, profile: adaptProfile }
