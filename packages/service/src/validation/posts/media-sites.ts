// Posts of the large sites for films, pictures and sound.

import { oembedAt, type PostSite, postSite } from './post-site.ts'

const youtube = postSite({
  platform: 'youtube',
  name: 'YouTube',
  domains: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'],
  // Two words of eleven letters stand where a video's id would.
  parts: { id: '(?!videoseries$|live_stream$)[\\w-]{11}', player: 'live|embed|v|e' },
  posts: {
    'youtube.com/watch?v={id}': 'https://www.youtube.com/watch?v={id}',
    'youtube.com/shorts/{id}': 'https://www.youtube.com/shorts/{id}',
    'youtube.com/{player}/{id}': 'https://www.youtube.com/watch?v={id}',
    'youtu.be/{id}': 'https://www.youtube.com/watch?v={id}',
  },
  oembed: oembedAt('https://www.youtube.com/oembed'),
})

const tiktok = postSite({
  platform: 'tiktok',
  name: 'TikTok',
  domains: ['tiktok.com'],
  parts: { user: '[\\w.]{0,40}', kind: 'video|photo', id: '\\d{8,24}' },
  posts: {
    'tiktok.com/@{user}/{kind}/{id}': 'https://www.tiktok.com/@{user}/{kind}/{id}',
    'tiktok.com/v/{id}.html': 'https://m.tiktok.com/v/{id}.html',
    'tiktok.com/v/{id}': 'https://m.tiktok.com/v/{id}.html',
    'tiktok.com/embed/{id}': 'https://m.tiktok.com/v/{id}.html',
    'tiktok.com/embed/v2/{id}': 'https://m.tiktok.com/v/{id}.html',
    'tiktok.com/player/v1/{id}': 'https://m.tiktok.com/v/{id}.html',
  },
  oembed: oembedAt('https://www.tiktok.com/oembed', {}),
})

const vimeo = postSite({
  platform: 'vimeo',
  name: 'Vimeo',
  domains: ['vimeo.com'],
  parts: { id: '\\d{1,12}', hash: '[0-9a-f]{8,12}', list: 'album|showcase' },
  posts: {
    'vimeo.com/{id}': 'https://vimeo.com/{id}',
    'vimeo.com/{id}/{hash}': 'https://vimeo.com/{id}/{hash}',
    'vimeo.com/channels/{channel}/{id}': 'https://vimeo.com/channels/{channel}/{id}',
    'vimeo.com/groups/{group}/videos/{id}': 'https://vimeo.com/groups/{group}/videos/{id}',
    'vimeo.com/{list}/{album}/video/{id}': 'https://vimeo.com/album/{album}/video/{id}',
    'vimeo.com/ondemand/{film}/{id}': 'https://vimeo.com/ondemand/{film}/{id}',
    'vimeo.com/event/{id}': 'https://vimeo.com/event/{id}',
    'vimeo.com/event/{id}/{hash}': 'https://vimeo.com/event/{id}/{hash}',
    'player.vimeo.com/video/{id}': 'https://vimeo.com/{id}',
  },
  oembed: oembedAt('https://vimeo.com/api/oembed.json', {}),
})

const flickr = postSite({
  platform: 'flickr',
  name: 'Flickr',
  domains: ['flickr.com', 'flic.kr'],
  parts: { user: '(?!tags/)[\\w@-]{2,60}', id: '\\d{4,14}', short: '[1-9A-HJ-NP-Za-km-z]{2,12}' },
  posts: {
    'flickr.com/photos/{user}/{id}/**': 'https://www.flickr.com/photos/{user}/{id}/',
    'flic.kr/p/{short}': 'https://flic.kr/p/{short}',
  },
  oembed: oembedAt('https://www.flickr.com/services/oembed/'),
})

const twitch = postSite({
  platform: 'twitch',
  name: 'Twitch',
  domains: ['twitch.tv'],
  parts: { id: '\\d{4,14}', user: '\\w{3,25}', film: 'v|video', clip: '[A-Za-z0-9_-]{6,100}' },
  posts: {
    'twitch.tv/videos/{id}': 'https://www.twitch.tv/videos/{id}',
    'twitch.tv/{user}/{film}/{id}': 'https://www.twitch.tv/videos/{id}',
    'twitch.tv/{user}/clip/{clip}': 'https://clips.twitch.tv/{clip}',
    'clips.twitch.tv/{clip}': 'https://clips.twitch.tv/{clip}',
  },
  // The page is the same program for everybody; only that of a film or clip that exists says that it is one.
  shown: /\bog:(?:video\b|type"\s+content="video)|"VideoObject"/,
})

const dailymotion = postSite({
  platform: 'dailymotion',
  name: 'Dailymotion',
  domains: ['dailymotion.com', 'dai.ly'],
  parts: { id: 'x[a-z0-9]{4,10}', player: 'player(?:/\\w+)?' },
  posts: {
    'dailymotion.com/video/{id}': 'https://www.dailymotion.com/video/{id}',
    'dailymotion.com/embed/video/{id}': 'https://www.dailymotion.com/video/{id}',
    'geo.dailymotion.com/{player}.html?video={id}': 'https://www.dailymotion.com/video/{id}',
    'dai.ly/{id}': 'https://www.dailymotion.com/video/{id}',
  },
  oembed: oembedAt('https://www.dailymotion.com/services/oembed'),
})

const spotify = postSite({
  platform: 'spotify',
  name: 'Spotify',
  domains: ['spotify.com', 'spotify.link', 'spoti.fi'],
  parts: { language: 'intl-[a-z-]{2,7}', kind: 'track|album|episode|playlist', id: '[A-Za-z0-9]{22}' },
  posts: {
    'open.spotify.com/{kind}/{id}': 'https://open.spotify.com/{kind}/{id}',
    'open.spotify.com/embed/{kind}/{id}': 'https://open.spotify.com/{kind}/{id}',
    'open.spotify.com/{language}/{kind}/{id}': 'https://open.spotify.com/{kind}/{id}',
  },
  oembed: oembedAt('https://open.spotify.com/oembed', {}),
})

const NO_TRACK = [
  ...['tracks', 'albums', 'sets', 'reposts', 'likes', 'followers', 'following', 'comments', 'spotlight'],
  ...['popular-tracks', 'toptracks', 'stations'],
].join('|')

const soundcloud = postSite({
  platform: 'soundcloud',
  name: 'SoundCloud',
  domains: ['soundcloud.com', 'soundcloud.app.goog.gl'],
  parts: {
    user: '(?!(?:discover|charts|search|you|tags|stations|pages|settings|upload)/)[\\w-]{2,60}',
    track: `(?!(?:${NO_TRACK})$)[\\w-]{1,120}`,
    secret: 's-\\w{4,20}',
  },
  posts: {
    'soundcloud.com/{user}/{track}': 'https://soundcloud.com/{user}/{track}',
    'soundcloud.com/{user}/{track}/{secret}': 'https://soundcloud.com/{user}/{track}/{secret}',
    'soundcloud.com/{user}/sets/{list}': 'https://soundcloud.com/{user}/sets/{list}',
  },
  oembed: oembedAt('https://soundcloud.com/oembed'),
})

const mixcloud = postSite({
  platform: 'mixcloud',
  name: 'Mixcloud',
  domains: ['mixcloud.com'],
  parts: {
    user: '(?!(?:discover|genres|live|settings)/)[^/]+',
    show: '(?!(?:uploads|favorites|listens|playlists|stream|followers|following|reposts)/?$)[^/]+',
  },
  posts: { 'mixcloud.com/{user}/{show}': 'https://www.mixcloud.com/{user}/{show}/' },
})

const applePodcasts = postSite({
  platform: 'applepodcasts',
  name: 'Apple Podcasts',
  domains: ['podcasts.apple.com'],
  parts: { country: '[a-z]{2}', id: 'id\\d{4,14}', episode: '\\d{4,20}' },
  posts: {
    'podcasts.apple.com/{country}/podcast/{slug}/{id}?i={episode}':
      'https://podcasts.apple.com/{country}/podcast/{slug}/{id}?i={episode}',
  },
})

const rumble = postSite({
  platform: 'rumble',
  name: 'Rumble',
  domains: ['rumble.com'],
  parts: { id: 'v[a-z0-9]{4,8}', page: 'v[a-z0-9]{4,8}-[^/]*\\.html' },
  posts: {
    'rumble.com/{page}': 'https://rumble.com/{page}',
    'rumble.com/shorts/{id}': 'https://rumble.com/shorts/{id}',
    'rumble.com/embed/{id}': 'https://rumble.com/embed/{id}/',
  },
})

const odysee = postSite({
  platform: 'odysee',
  name: 'Odysee',
  domains: ['odysee.com'],
  parts: { channel: '@[^/:]+(?::[0-9a-f]+)?', film: '[^/@$][^/]*:[0-9a-f]+' },
  posts: {
    'odysee.com/{channel}/{film}': 'https://odysee.com/{channel}/{film}',
    'odysee.com/{film}': 'https://odysee.com/{film}',
  },
})

export const MEDIA_SITES: readonly PostSite[] = [
  ...[
    youtube,
    tiktok,
    vimeo,
    flickr,
    twitch,
    dailymotion,
    spotify,
    soundcloud,
    mixcloud,
    applePodcasts,
    rumble,
    odysee,
  ],
]
