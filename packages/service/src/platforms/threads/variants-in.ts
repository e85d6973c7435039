// The tab of an account's page → the variant that it shows.

import { variantsOfTabs } from '../../urls/variants-of-tabs.ts'

export const variantsIn = variantsOfTabs(/^(?:(?:www|m)\.)?threads\.(?:com|net)$/, [
  [/^\/@[^/@]+\/reposts$/i, 'reposts'],
  [/^\/@[^/@]+\/replies$/i, 'replies'],
])
