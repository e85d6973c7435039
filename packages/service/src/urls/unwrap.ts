// Finds the URL inside wrappers: link warnings, login and consent pages, frames that show a post, caches. Parses text only; sends
// no request.

import type { ParsedUrl } from './parsed-url.ts'
import { compilePattern } from './post-pattern.ts'
import { decodeSafely } from './repair-url.ts'

type Inner = (url: URL) => string | null | undefined

/** The first of these parameters that is present. */
const field =
  (...names: readonly string[]): Inner =>
  ({ searchParams }) =>
    names.map((name) => searchParams.get(name)).find((value) => value)

/** A whole URL, or one without its scheme. */
const inPath =
  (pattern: RegExp): Inner =>
  ({ pathname, search }) =>
    pattern.exec(pathname + search)?.[1]?.replace(/^(?!https?(?::|%3a))/i, 'https://')

/** Frames of Reddit videos contain only the id of the post. */
const commentsOf =
  (pattern: RegExp): Inner =>
  ({ pathname }) => {
    const id = pattern.exec(pathname)?.[1]
    return id === undefined ? undefined : `https://www.reddit.com/comments/${id}`
  }

const wholeQuery: Inner = ({ search }) => search.slice(1)

/** Proofpoint writes a hyphen for the percent sign and an underscore for the slash. */
const proofpoint: Inner = ({ searchParams }) =>
  decodeSafely((searchParams.get('u') ?? '').replaceAll('-', '%').replaceAll('_', '/'))

/** Bing writes the URL in base64url, behind the two characters `a1`. */
const bing: Inner = ({ searchParams }) =>
  Buffer.from(searchParams.get('u')?.replace(/^a1/, '') ?? '', 'base64url').toString()

/** A hyphen stands for a dot of the host, two hyphens for one hyphen. */
const translated: Inner = ({ hostname, pathname, search }) => {
  const host = hostname.replace(/\.translate\.goog$/, '')
  const dotted = host.replace(/--?/g, (hyphens) => (hyphens === '-' ? '.' : '-'))
  return `https://${dotted}${pathname}${search}`
}

const AMP_CACHE = inPath(/^\/[acivr]\/(?:s\/)?([^/.]+\.[^/]+\/.*)$/)

const PARTS = {
  ending: 'com|[a-z]{2}|com?\\.[a-z]{2}',
  plugin: '(?:post|video|comment_embed)\\.php',
  version: 'v\\d{1,3}\\.\\d{1,2}',
}

/** Pattern of the wrapper → how to find the URL inside it. */
const WRAPPERS: Readonly<Record<string, Inner>> = {
  // Google and YouTube
  'consent.youtube.com/{page}': field('continue'),
  'consent.google.{ending}/{page}': field('continue'),
  'accounts.google.com/**': field('continue'),
  'google.{ending}/sorry/index': field('continue'),
  'google.{ending}/url': field('url', 'q'),
  'google.{ending}/amp/**': inPath(/^\/amp\/(?:s\/)?([^/.]+\.[^/]+\/.*)$/),
  '{site}.cdn.ampproject.org/**': AMP_CACHE,
  'google.{ending}/imgres': field('imgrefurl'),
  'translate.google.{ending}/translate': field('u'),
  '{site}.translate.goog/**': translated,
  'youtube.com/redirect': field('q'),
  'youtube.com/attribution_link': field('u'),
  'youtube.com/signin': field('next'),
  'youtube.com/verify_age': field('next_url'),
  // Meta
  'facebook.com/l.php': field('u'),
  '{face}.facebook.com/l.php': field('u'),
  'facebook.com/flx/warn': field('u'),
  'facebook.com/login/**': field('next'),
  'facebook.com/login.php': field('next'),
  '{face}.facebook.com/login.php': field('next'),
  'facebook.com/plugins/{plugin}': field('href'),
  'facebook.com/{version}/plugins/{plugin}': field('href'),
  'l.messenger.com/l.php': field('u'),
  'l.wl.co/l': field('u'),
  'l.instagram.com/': field('u'),
  'instagram.com/accounts/login': field('next'),
  'l.threads.com/': field('u'),
  'l.threads.net/': field('u'),
  'threads.com/login': field('next'),
  'threads.net/login': field('next'),
  // X
  'x.com/i/flow/login': field('redirect_after_login'),
  'x.com/login': field('redirect_after_login'),
  'twitter.com/i/flow/login': field('redirect_after_login'),
  'twitter.com/login': field('redirect_after_login'),
  'publish.x.com/': field('query'),
  'publish.twitter.com/': field('query'),
  'twitframe.com/show': field('url'),
  // Other platforms
  'tiktok.com/login': field('redirect_url'),
  'tiktok.com/link/v2': field('target'),
  'linkedin.com/authwall': field('sessionRedirect'),
  'linkedin.com/uas/login': field('session_redirect'),
  'linkedin.com/login': field('session_redirect'),
  'linkedin.com/signup/cold-join': field('session_redirect'),
  'linkedin.com/redir/redirect': field('url'),
  'linkedin.com/safety/go': field('url'),
  'pinterest.com/login': field('next'),
  'pinterest.com/offsite': field('url'),
  'out.reddit.com/**': field('url'),
  'reddit.com/login': field('dest'),
  'reddit.com/account/login': field('dest'),
  'reddit.com/over18': field('dest'),
  'reddit.com/link/{id}/**': commentsOf(/^\/link\/([a-z0-9]{4,10})\//),
  'redditmedia.com/mediaembed/{id}': commentsOf(/^\/mediaembed\/([a-z0-9]{4,10})\/?$/),
  'reddit.app.link/**': field('$og_redirect', '$canonical_url', '$desktop_url'),
  'click.redditmail.com/CL0/**': inPath(/^\/CL0\/([^/]+)/),
  'href.li/': wholeQuery,
  't.umblr.com/redirect': field('z'),
  'tumblr.com/login': field('redirect_to'),
  'medium.com/m/{page}': field('redirectUrl', 'redirect'),
  'medium.com/r': field('url'),
  'skyview.social/': field('url'),
  'freedium.cfd/**': inPath(/^\/(https?:.+)$/),
  't.me/iv': field('url'),
  'telegram.me/iv': field('url'),
  'go.bsky.app/redirect': field('u'),
  // The fediverse: pages that open a post at the reader's own server, and bridges
  '{host}/authorize_interaction': field('uri'),
  'bsky.brid.gy/r/**': inPath(/^\/r\/(https?:.+)$/),
  'fed.brid.gy/r/**': inPath(/^\/r\/(https?:.+)$/),
  // Feed readers and directories
  'feedly.com/i/**': inPath(/^\/i\/(?:subscription|discover\/sources\/search)\/feed(?:\/|%2f)(https?.+)$/i),
  'inoreader.com/feed/**': inPath(/^\/feed\/(https?.+)$/i),
  'theoldreader.com/feeds/subscribe': field('url'),
  'antennapod.org/deeplink/subscribe': field('url'),
  'subscribeonandroid.com/**': inPath(/^\/([^/]+\..+)$/),
  'validator.w3.org/feed/check.cgi': field('url'),
  // Embed services
  'cdn.embedly.com/widgets/media.html': field('url', 'src'),
  'cdn.iframe.ly/api/iframe': field('url'),
  'cdn.iframe.ly/api/iframe.html': field('url'),
  // Link warnings of mail, search and chat
  '{region}.safelinks.protection.outlook.com/': field('url'),
  'urldefense.com/v3/**': inPath(/^\/v3\/__(https?:.+?)__/),
  'slack-redir.net/link': field('url'),
  'duckduckgo.com/l': field('uddg'),
  'urldefense.proofpoint.com/v2/url': proofpoint,
  'linkprotect.cudasvc.com/url': field('a'),
  'secure-web.cisco.com/{code}/**': inPath(/^\/[^/]+\/(?:[^/]+\/)?(https?(?::|%3a).+)$/i),
  'statics.teams.cdn.office.net/evergreen-assets/safelinks/**': field('url'),
  'bing.com/ck/a': bing,
  'r.search.yahoo.com/**': inPath(/\/RU=(https?[^/]+)\//i),
  'getpocket.com/redirect': field('url'),
  'disq.us/url': field('url'),
  'exit.sc/': field('url'),
  'link.zhihu.com/': field('target'),
  'vk.com/away.php': field('to'),
  'steamcommunity.com/linkfilter': field('url', 'u'),
}

const ROWS = Object.entries(WRAPPERS).map(([pattern, inner]) => ({ ...compilePattern(pattern, PARTS), inner }))

/** Some wrappers escape a URL twice. */
const MAX_ESCAPES = 3
const ESCAPED = /^(?:https?(?::|%(?:25){0,3}3a))?%(?:25){0,3}2f/i
/** A whole URL, or the path of another page of the same site. */
const READABLE = /^(?:https?:)?\//i

const unescapeUrl = (text: string): string => {
  let plain = text
  for (let at = 0; at < MAX_ESCAPES && ESCAPED.test(plain); at += 1) plain = decodeSafely(plain)
  return plain
}

/** The URL inside the wrapper; undefined when this is no wrapper, or contains none. */
export const unwrap = (wrapper: ParsedUrl): URL | undefined => {
  const { url, hosts } = wrapper
  if (url === null) return undefined
  const text = unescapeUrl(ROWS.find(({ match }) => match(hosts, wrapper))?.inner(url) ?? '')
  const inner = READABLE.test(text) ? URL.parse(text, url) : null
  return inner === null || inner.href === url.href ? undefined : inner
}
