// The tab of a user's page → the variant that it shows.

import { variantsOfTabs } from '../../urls/variants-of-tabs.ts'

export const variantsIn = variantsOfTabs(undefined, [
  [/\/@[^/]+\/(?:files|media|photos)$/, 'media'],
  [/\/@[^/]+\/with_replies$/, 'replies'],
])
