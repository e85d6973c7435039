// Serves the sandbox's URLs, to browsers and to link validation alike. Sends no network request.

import type { PlatformPost } from '../../../post/post.ts'
import { findFleetingPost } from '../fleeting-posts.ts'
import { MADE_UP_POSTS } from '../made-up-posts.ts'
import { SANDBOX_ORIGIN } from '../urls.ts'
import type { SandboxRequest, SandboxResponse } from './exchange.ts'
import { serveMedia } from './media.ts'
import { barePage, newsPage, playerPage, postPage } from './pages.ts'
import { serveProvider } from './provider.ts'
import { withBaseUrl } from './urls.ts'

const PROVIDER = 'oauth/'
/** The URLs of `link/link_status` and `link/link_status.<status>`. */
const STATUS_PAGE = /^link\/link_status(?:\.(?<status>[45]\d\d))?$/
const POST = /^(?<kind>@|player\/)(?<handle>[a-z0-9._]{1,64})\/(?<id>\d{1,10})\/?$/
const NEWS = /^news\/(?<number>\d{1,10})$/
const BARE =
  /^(?:about|bare\/\d{1,10}|link\/[a-z_]{1,40}|search|(?:c|list|playlist|feed)\/demo|tags\/[^/]{1,200}|@(?:demo|empty|fleeting|other(?:\/\d{1,10})?))?$/
const MEDIA = /^media\/(?<name>[\w./-]{1,60})$/
const EMBED = { width: 480, height: 270 }

const findPost = (handle: string, id: string, now: number): PlatformPost | undefined => {
  if (handle === 'fleeting') return findFleetingPost(id, now)
  return handle === 'demo' ? MADE_UP_POSTS.find((post) => post.id === id) : undefined
}

const text = (status: number, type: string, body: string, base: string): SandboxResponse => ({
  status,
  headers: {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  },
  body: Buffer.from(withBaseUrl(body, base)),
})

const notFound = (base: string): SandboxResponse => text(404, 'text/html', barePage('There is nothing here'), base)

const serveOembed = (query: URLSearchParams, { base, now }: SandboxRequest): SandboxResponse => {
  const target = withBaseUrl(query.get('url') ?? '', base)
  const { handle = '', id = '' } = POST.exec(target.startsWith(base) ? target.slice(base.length) : '')?.groups ?? {}
  const post = findPost(handle, id, now)
  if (!post) return text(404, 'application/json', '{"error":"not found"}', base)
  const frame = `<iframe src="${SANDBOX_ORIGIN}/player/${handle}/${id}" width="${EMBED.width}" height="${EMBED.height}"></iframe>`
  const title = post.text?.slice(0, 60).toWellFormed() ?? null
  const embed = { version: '1.0', type: 'video', provider_name: 'Sandbox', title, ...EMBED, html: frame }
  return text(200, 'application/json', JSON.stringify(embed), base)
}

/** Never fails: an unknown path returns 404. */
export const serveSandbox = (request: SandboxRequest): SandboxResponse => {
  const { base, now } = request
  const [path = '', query = ''] = request.path.split(/[?#]/, 2)
  if (path.startsWith(PROVIDER)) return serveProvider(path.slice(PROVIDER.length), new URLSearchParams(query), request)
  if (path === 'oembed') return serveOembed(new URLSearchParams(query), request)
  const { name } = MEDIA.exec(path)?.groups ?? {}
  if (name !== undefined) return serveMedia(name, request) ?? notFound(base)
  const failed = STATUS_PAGE.exec(path)
  if (failed) return text(Number(failed.groups?.status ?? 404), 'text/html', barePage('A fictional error'), base)
  const { number } = NEWS.exec(path)?.groups ?? {}
  if (number !== undefined) return text(200, 'text/html', newsPage(number), base)
  if (BARE.test(path)) return text(200, 'text/html', barePage('Sandbox'), base)
  const { kind, handle = '', id = '' } = POST.exec(path)?.groups ?? {}
  const post = findPost(handle, id, now)
  if (!post) return notFound(base)
  return text(200, 'text/html', kind === '@' ? postPage(post) : playerPage(post), base)
}
