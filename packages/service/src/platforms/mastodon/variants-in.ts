// The tab of an account's page, on its own server or on another one, or the filter of a timeline → the variant that it shows.

import { variantsOfTabs } from '../../urls/variants-of-tabs.ts'

const ACCOUNT = String.raw`^(?:/(?:web|deck))?(?:/[^/@]+\.[^/@]+)?/(?:@[^/]+|users/[^/]+)`

export const variantsIn = variantsOfTabs(undefined, [
  [new RegExp(`${ACCOUNT}/media(?:\\.rss)?$`), 'media'],
  [/^\/(?:public(?:\/local)?|tags\/[^/]+)$/, 'media', ['only_media', /^(?:true|1)$/]],
  [new RegExp(`${ACCOUNT}/(?:with_replies|replies)(?:\\.rss)?$`), 'replies'],
])
