// YouTube through the Data API, or through the public feed of a channel, with its newest fifteen videos, when there is no key.
// https://developers.google.com/youtube/v3/docs

import { lateFeedSource } from '../../feeds/feed-source.ts'
import { platform } from '../../upstream/contract/platform.ts'
import { accountSource } from './account-source.ts'
import { accountToken } from './account-token.ts'
import { apiKey, apiSource, YoutubeSettings } from './api-source.ts'
import { API } from './call-api.ts'
import { canonicalizeChannel } from './canonicalize-channel.ts'
import { canonicalizePlaylist } from './canonicalize-playlist.ts'
import { canonicalizeSearch } from './canonicalize-search.ts'
import { KINDS, kindOf } from './kinds.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { oembedUrl, POSTS, SITE } from './urls.ts'
import { variantsIn } from './variants-in.ts'

export const youtube = platform({
  id: 'youtube',
  name: 'YouTube',
  handles: [
    '@name',
    'name',
    'https://www.youtube.com/@name',
    'https://m.youtube.com/@name/shorts',
    'https://www.youtube.com/c/name',
    'https://music.youtube.com/@name',
  ],
  variants: {
    posts: 'videos, Shorts and live streams',
    videos: 'videos, without Shorts and live streams',
    shorts: 'Shorts',
    live: 'live streams: past, running and announced',
  },
  // YouTube allows storing for at most 30 days. https://developers.google.com/youtube/terms/developer-policies#e.-handling-youtube-data-and-content
  keepsPictures: false,
  settings: YoutubeSettings,
  origins: [API, SITE],
  hasAccountIds: true,
  credentials: [apiKey, accountToken],
  canonicalize: (input) => canonicalizeSearch(input) ?? canonicalizePlaylist(input) ?? canonicalizeChannel(input),
  kinds: KINDS,
  variantsIn,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    apiSource,
    lateFeedSource(() => import('./feed.ts'), {
      variants: ['posts', 'videos', 'shorts'],
      kinds: ['account', 'collection'],
    }),
    accountSource,
  ],
  posts: POSTS,
  oembed: oembedUrl,
  refuses: 'YouTube exposes neither community posts nor who follows whom.',
})
