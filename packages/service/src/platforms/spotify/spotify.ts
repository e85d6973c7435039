// Spotify: single tracks, albums, episodes and playlists by their URLs.

import { postsOnly } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'

const POST = 'https://open.spotify.com/{kind}/{id}'

export const spotify = postsOnly({
  id: 'spotify',
  name: 'Spotify',
  posts: {
    parts: { language: 'intl-[a-z-]{2,7}', kind: 'track|album|episode|playlist', id: '[A-Za-z0-9]{22}' },
    patterns: {
      'open.spotify.com/{kind}/{id}': POST,
      'open.spotify.com/embed/{kind}/{id}': POST,
      'open.spotify.com/{language}/{kind}/{id}': POST,
      'open.spotify.com/{language}/embed/{kind}/{id}': POST,
      'open.spotify.com/user/{user}/{kind}/{id}': POST,
      'embed.spotify.com/?uri=spotify:{kind}:{id}': POST,
    },
    hosts: { 'play.spotify.com': 'open.spotify.com' },
    domains: ['spotify.com', 'spotify.link', 'spoti.fi', 'spotify.app.link', 'link.tospotify.com'],
    short: ['spotify.link/{code}', 'spoti.fi/{code}'],
  },
  oembed: oembedAt('https://open.spotify.com/oembed'),
})
