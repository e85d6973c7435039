// SoundCloud: single tracks and sets by their URLs.

import { postsOnly } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'

/** Lists in the place of a track. */
const NOT_TRACKS = [
  ...['tracks', 'albums', 'sets', 'reposts', 'likes', 'followers', 'following', 'comments', 'spotlight'],
  ...['popular-tracks', 'toptracks', 'stations'],
].join('|')

export const soundcloud = postsOnly({
  id: 'soundcloud',
  name: 'SoundCloud',
  posts: {
    parts: {
      user: '(?!(?:discover|charts|search|you|tags|stations|pages|settings|upload)/)[\\w-]{2,60}',
      track: `(?!(?:${NOT_TRACKS})$)[\\w-]{1,120}`,
      secret: 's-\\w{4,20}',
      ...{ kind: 'tracks|playlists', number: '(?:soundcloud:(?:tracks|playlists):)?\\d{1,14}' },
    },
    patterns: {
      'soundcloud.com/{user}/{track}': 'https://soundcloud.com/{user}/{track}',
      'soundcloud.com/{user}/{track}/{secret}': 'https://soundcloud.com/{user}/{track}/{secret}',
      'soundcloud.com/{user}/sets/{list}': 'https://soundcloud.com/{user}/sets/{list}',
      'soundcloud.com/{user}/sets/{list}/{secret}': 'https://soundcloud.com/{user}/sets/{list}/{secret}',
      // The URL in players; oEmbed accepts it.
      'api.soundcloud.com/{kind}/{number}': 'https://api.soundcloud.com/{kind}/{number}',
    },
    domains: ['soundcloud.com', 'soundcloud.app.goog.gl', 'soundcloud.app.goo.gl', 'snd.sc'],
    short: [
      'on.soundcloud.com/{code}',
      'soundcloud.app.goog.gl/{code}',
      'soundcloud.app.goo.gl/{code}',
      'snd.sc/{code}',
    ],
  },
  oembed: oembedAt('https://soundcloud.com/oembed', { format: 'json' }),
})
