// The tab of an account's page → the variant that it shows.

import { variantsOfTabs } from '../../urls/variants-of-tabs.ts'
import { HOST } from './canonicalize-name.ts'

export const variantsIn = variantsOfTabs(HOST, [
  [/^\/(?!(?:i|hashtag|search)\/)@?\w+\/media(?:\/rss)?$/, 'media'],
  [/^\/(?!(?:i|hashtag|search)\/)@?\w+\/with_replies(?:\/rss)?$/, 'replies'],
])
