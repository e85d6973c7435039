import type { FeedReading } from '../../feeds/feed-reader.ts'
import { adaptProfile, adaptStory } from './adapt-story.ts'
import { feedAddress } from './canonicalize-source.ts'

export const feed: FeedReading = { address: feedAddress, adapt: adaptStory, profile: adaptProfile }
