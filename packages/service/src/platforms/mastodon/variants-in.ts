// The tab of an account's page, on its own server or on another one → the variant that it shows.

import { variantsOfTabs } from '../../urls/variants-of-tabs.ts'

const ACCOUNT = String.raw`^(?:/(?:web|deck))?(?:/[^/@]+\.[^/@]+)?/(?:@[^/]+|users/[^/]+)`

export const variantsIn = variantsOfTabs(undefined, [
  [new RegExp(`${ACCOUNT}/media(?:\\.rss)?$`), 'media'],
  [new RegExp(`${ACCOUNT}/(?:with_replies|replies)(?:\\.rss)?$`), 'replies'],
])
