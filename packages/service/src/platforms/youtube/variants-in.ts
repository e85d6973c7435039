// The tab of a channel's page, or the playlist of that tab → the variant that it shows.

import { type Tab, variantsOfTabs } from '../../urls/variants-of-tabs.ts'
import { SITE_HOST } from './canonicalize-channel.ts'

const LISTS = /^\/(?:playlist|embed\/videoseries|feeds\/videos\.xml)$/

export const variantsIn = variantsOfTabs(SITE_HOST, [
  [/^\/.+\/videos$/, 'videos'],
  [/^\/.+\/shorts$/, 'shorts'],
  [/^\/.+\/(?:streams|live)$/, 'live'],
  ...['list', 'playlist_id'].flatMap((name): readonly Tab[] => [
    [LISTS, 'videos', [name, /^UULF/]],
    [LISTS, 'shorts', [name, /^UUSH/]],
    [LISTS, 'live', [name, /^UULV/]],
  ]),
])
