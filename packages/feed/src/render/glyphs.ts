// Drawings of our own as inline SVG: symbols of a card, and marks of platforms. No platform's logo is among them.

import { crc32 } from './crc32.ts'
import { toHtml } from './escape.ts'

/** Paths in a square of 24, drawn as lines. */
const LINES = {
  likes: 'M12 20s-8-5-8-10a4.2 4.2 0 0 1 8-2 4.2 4.2 0 0 1 8 2c0 5-8 10-8 10z',
  comments: 'M5 20v-5a7 7 0 1 1 4 4z',
  shares: 'M5 12V9q0-2 2-2h11m-3-3 3 3-3 3m4 2v3q0 2-2 2H6m3 3-3-3 3-3',
  views: 'M3 12c4-8 14-8 18 0-4 8-14 8-18 0zm9-3a3 3 0 1 0 .1 0z',
  reply: 'M9 7 4 12l5 5m-5-5h10a6 6 0 0 1 6 6',
  gallery: 'M8 8h12v12H8zM4 16V4h12',
  image: 'M4 5h16v14H4zm0 11 4.5-4.5L13 16l3-3 4 4M15.5 9.5h.01',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1m2 4a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  audio: 'M5 10v4m3.5-7v10M12 4v16m3.5-13v10m3.5-7v4',
  quote: 'M10 8q-4 1-4 5v4h4v-4H6m13-5q-4 1-4 5v4h4v-4h-4',
  pin: 'm9 4 6 0-1 6 3 3H7l3-3zm3 9v7',
  outward: 'M8 16 16.5 7.5M9 7.5h7.5V15',
} as const

const PLAY = 'M8.5 5v14l11-7z'

/** Hue and letters of each platform, and its name unless that is its id with a capital letter. `_` is a space. */
const PLATFORMS: ReadonlyMap<string, readonly string[]> = new Map(
  `applepodcasts 285 P Apple_Podcasts
  bluesky 210 b
  codepen 0 C CodePen
  dailymotion 220 d
  devto 0 D DEV
  discourse 200 Di
  facebook 220 F
  flickr 325 fl
  ghost 200 G
  github 250 gh GitHub
  hackernews 24 hn Hacker_News
  instagram 330 In
  lemmy 150 L
  linkedin 208 li LinkedIn
  mastodon 250 M
  medium 150 Me
  misskey 90 Mi
  mixcloud 245 Mx
  odysee 340 O
  peertube 24 pt PeerTube
  pinterest 352 Pi
  reddit 16 R
  rumble 95 Ru
  soundcloud 22 S SoundCloud
  spotify 141 Sp
  stackexchange 208 SE Stack_Exchange
  substack 24 Su
  telegram 200 T
  threads 260 Th
  tiktok 345 Ti TikTok
  tumblr 215 t
  twitch 264 Tw
  vimeo 195 V
  wordpress 200 W WordPress
  x 0 X
  youtube 0 Yt YouTube`
    .split('\n')
    .map((row) => row.trim().split(' '))
    .map(([id = '', ...about]) => [id, about]),
)

const RSS_SIGN =
  '<path d="M6.5 17.5h.01M6.5 12a5.5 5.5 0 0 1 5.5 5.5M6.5 7A10.5 10.5 0 0 1 17 17.5" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/>'

/** A symbol, hidden from screen readers. */
export const symbol = (name: keyof typeof LINES): string =>
  `<svg class="central-posts-glyph" viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${LINES[name]}"/></svg>`

export const playMark = (): string =>
  `<svg class="central-posts-playmark" viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true"><path d="${PLAY}"/></svg>`

/** Name of a platform in a card. */
export const platformName = (platform: string): string =>
  PLATFORMS.get(platform)?.[2]?.replaceAll('_', ' ') ?? platform.charAt(0).toUpperCase() + platform.slice(1)

/** A platform's mark: letters on a tile in a color of its own. */
export const platformMark = (platform: string): string => {
  const name = platformName(platform)
  const [hue = crc32(platform) % 360, letters = name.charAt(0).toUpperCase()] = PLATFORMS.get(platform) ?? []
  const size = letters.length > 1 ? 11 : 14
  const sign =
    platform === 'rss'
      ? RSS_SIGN
      : `<text x="12" y="12" dy="0.355em" text-anchor="middle" font-size="${size}" font-weight="700" fill="#fff">${toHtml(letters)}</text>`
  return `<svg class="central-posts-mark" viewBox="0 0 24 24" width="20" height="20" role="img" aria-label="${toHtml(name)}"><rect width="24" height="24" rx="7" fill="hsl(${hue} 45% 38%)"/>${sign}</svg>`
}
