// What each provider's embed may load, and how it marks its parts. The provider is determined by the host of the
// embedded URL, never by the response. Any other host may only frame itself, without its origin, and may run no script.

export type EmbedRule = {
  readonly name: string
  /** Hosts of the embedded URL: each name and its subdomains. */
  readonly hosts: readonly string[]
  /** Origins that a frame may show. */
  readonly frames: readonly string[]
  /** Complete URLs of scripts, as the provider documents them. */
  readonly scripts: readonly (string | RegExp)[]
  readonly classes: readonly string[]
  /** Names of data attributes that the provider's script reads; `*` at the end matches any rest. */
  readonly data: readonly string[]
}

const rule = (name: string, hosts: readonly string[], more: Partial<EmbedRule>): EmbedRule => ({
  name,
  hosts,
  frames: [],
  scripts: [],
  classes: [],
  data: [],
  ...more,
})

export const EMBED_RULES: readonly EmbedRule[] = [
  rule('YouTube', ['youtube.com', 'youtu.be', 'youtube-nocookie.com'], {
    frames: ['https://www.youtube.com', 'https://www.youtube-nocookie.com'],
  }),
  rule('X', ['x.com', 'twitter.com'], {
    frames: ['https://platform.twitter.com'],
    scripts: ['https://platform.twitter.com/widgets.js', 'https://platform.x.com/widgets.js'],
    classes: ['twitter-tweet', 'twitter-video', 'twitter-timeline'],
    data: [
      'data-lang',
      'data-dnt',
      'data-theme',
      'data-conversation',
      'data-cards',
      'data-align',
      'data-width',
      'data-media-max-width',
    ],
  }),
  rule('Instagram', ['instagram.com', 'instagr.am'], {
    frames: ['https://www.instagram.com'],
    scripts: [
      'https://www.instagram.com/embed.js',
      /^https:\/\/platform\.instagram\.com\/[a-z]{2}_[A-Z]{2}\/embeds\.js$/,
    ],
    classes: ['instagram-media'],
    data: ['data-instgrm-*'],
  }),
  rule('Threads', ['threads.net', 'threads.com'], {
    frames: ['https://www.threads.net', 'https://www.threads.com'],
    scripts: ['https://www.threads.net/embed.js', 'https://www.threads.com/embed.js'],
    classes: ['text-post-media'],
    data: ['data-text-post-*'],
  }),
  rule('Facebook', ['facebook.com', 'fb.com', 'fb.watch'], {
    frames: ['https://www.facebook.com'],
    scripts: [
      /^https:\/\/connect\.facebook\.net\/[a-z]{2}_[A-Z]{2}\/sdk\.js(?:#xfbml=1(?:&version=v\d{1,3}\.\d{1,2})?)?$/,
    ],
    classes: ['fb-post', 'fb-video', 'fb-page', 'fb-xfbml-parse-ignore'],
    data: ['data-href', 'data-width', 'data-height', 'data-show-text', 'data-show-captions', 'data-lazy'],
  }),
  rule('TikTok', ['tiktok.com'], {
    frames: ['https://www.tiktok.com'],
    scripts: ['https://www.tiktok.com/embed.js'],
    classes: ['tiktok-embed'],
    data: ['data-video-id', 'data-embed-from', 'data-embed-type', 'data-unique-id'],
  }),
  rule('Reddit', ['reddit.com', 'redd.it'], {
    frames: ['https://embed.reddit.com', 'https://www.redditmedia.com', 'https://embed.redditmedia.com'],
    scripts: ['https://embed.reddit.com/widgets.js', 'https://embed.redditmedia.com/widgets/platform.js'],
    classes: ['reddit-embed-bq', 'reddit-card'],
    data: ['data-embed-*', 'data-card-*'],
  }),
  rule('Bluesky', ['bsky.app'], {
    frames: ['https://embed.bsky.app'],
    scripts: ['https://embed.bsky.app/static/embed.js'],
    classes: ['bluesky-embed'],
    data: ['data-bluesky-*'],
  }),
  rule('Vimeo', ['vimeo.com'], { frames: ['https://player.vimeo.com'] }),
  rule('Dailymotion', ['dailymotion.com', 'dai.ly'], {
    frames: ['https://www.dailymotion.com', 'https://geo.dailymotion.com'],
  }),
  rule('Spotify', ['spotify.com', 'spotify.link'], { frames: ['https://open.spotify.com'] }),
  rule('SoundCloud', ['soundcloud.com'], { frames: ['https://w.soundcloud.com'] }),
  rule('Mixcloud', ['mixcloud.com'], { frames: ['https://www.mixcloud.com', 'https://player-widget.mixcloud.com'] }),
  rule('Flickr', ['flickr.com', 'flic.kr'], {
    frames: ['https://www.flickr.com', 'https://embedr.flickr.com'],
    scripts: ['https://embedr.flickr.com/assets/client-code.js'],
    data: ['data-flickr-embed', 'data-header', 'data-footer', 'data-context'],
  }),
  rule('Tumblr', ['tumblr.com', 'tmblr.co'], {
    frames: ['https://embed.tumblr.com'],
    scripts: [/^https:\/\/assets\.tumblr\.com\/post\.js(?:\?_v=\w{1,64})?$/],
    classes: ['tumblr-post'],
    data: ['data-href', 'data-did'],
  }),
  rule('Pinterest', ['pinterest.com', 'pin.it'], {
    frames: ['https://assets.pinterest.com'],
    scripts: ['https://assets.pinterest.com/js/pinit.js'],
    data: ['data-pin-*'],
  }),
  rule('Twitch', ['twitch.tv'], { frames: ['https://player.twitch.tv', 'https://clips.twitch.tv'] }),
  rule('TED', ['ted.com'], { frames: ['https://embed.ted.com'] }),
  rule('CodePen', ['codepen.io'], { frames: ['https://codepen.io'] }),
]

/** For Mastodon, PeerTube, WordPress and other self-hosted software: the embed is a page of the same host. */
const ownHostRule = ({ host, hostname }: URL): EmbedRule =>
  rule(hostname, [hostname], {
    frames: [`https://${host}`],
    classes: ['mastodon-embed', 'wp-embedded-content'],
    data: ['data-secret'],
  })

const isUnder = (host: string, name: string) => host === name || host.endsWith(`.${name}`)

/** The rule of a URL's provider, and whether the provider is in the table. */
export const findEmbedRule = (url: URL): { readonly rule: EmbedRule; readonly isKnown: boolean } => {
  const known = EMBED_RULES.find(({ hosts }) => hosts.some((name) => isUnder(url.hostname, name)))
  return known ? { rule: known, isKnown: true } : { rule: ownHostRule(url), isKnown: false }
}

export const allowsScript = ({ scripts }: EmbedRule, src: string): boolean =>
  scripts.some((script) => (typeof script === 'string' ? script === src : script.test(src)))

export const allowsFrame = ({ frames }: EmbedRule, { origin, protocol }: URL): boolean =>
  protocol === 'https:' && frames.includes(origin)
