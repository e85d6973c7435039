// The tab of a channel's or a category's page → the variant that it shows.

import { variantsOfTabs } from '../../urls/variants-of-tabs.ts'
import { SITE } from './canonicalize-channel.ts'

const VIDEOS = /^\/@?\w+\/videos$/
const GAME = '^/directory/(?:category|game)/[^/]+'

export const variantsIn = variantsOfTabs(SITE, [
  [/^\/@?\w+\/clips$/, 'clips'],
  [VIDEOS, 'broadcasts', ['filter', /^archives$/]],
  [VIDEOS, 'highlights', ['filter', /^highlights$/]],
  [VIDEOS, 'uploads', ['filter', /^uploads$/]],
  [VIDEOS, 'clips', ['filter', /^clips$/]],
  [new RegExp(`${GAME}/clips$`), 'clips'],
  [new RegExp(`${GAME}/videos/archive$`), 'broadcasts'],
  [new RegExp(`${GAME}/videos/highlight$`), 'highlights'],
  [new RegExp(`${GAME}/videos/upload$`), 'uploads'],
])
