// A server for all platforms that returns bodies designed to block the event loop. A number in the requested host or path
// selects the body. It responds to all preceding requests like the platform.

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { HOSTILE_BODIES, type HostileBody, type Meeting } from './bodies.ts'

export type HostileSite = { readonly origin: string; close(): Promise<void> }

/** The responses that precede the body, by path. */
const BEFORE: Partial<Record<Meeting, readonly (readonly [path: RegExp, answer: object])[]>> = {
  mastodon: [[/\/accounts\/lookup/, { id: '1', username: 'a', acct: 'a', url: 'https://h.example/@a', note: '' }]],
  bluesky: [[/\.getProfile/, { did: 'did:web:a.example', handle: 'a.example' }]],
  lemmy: [
    [/\/v4\//, {}],
    [/\/v3\/site/, { site_view: {}, all_languages: [] }],
    [/\/v3\/community/, { community_view: { community: { id: 1, name: 'c', actor_id: 'https://h.example/c/c' } } }],
  ],
  misskey: [[/\/users\/show/, { id: '1', username: 'a', createdAt: '2026-01-01T00:00:00Z' }]],
  wordpress: [
    [/\/wp-json\/?(?:\?|$)/, { name: 'B', description: '', url: 'https://h.example', home: 'https://h.example' }],
  ],
  post: [
    [/\?oembed/, { type: 'rich', version: '1.0', html: '<b>x</b>'.repeat(20_000), title: '&amp;'.repeat(20_000) }],
  ],
}

/** The scan that reaches the body, or undefined if another endpoint does. */
export const handleOf = ({ at }: HostileBody, n: number): string | undefined => {
  const host = `h${n}h.example`
  const handles: Partial<Record<Meeting, string>> = {
    rss: `https://${host}/feed`,
    mastodon: `a@${host}`,
    bluesky: `h${n}h.bsky.social`,
    lemmy: `!c@${host}`,
    misskey: `a@${host}`,
    wordpress: `https://${host}`,
    telegram: `h${n}h_channel`,
  }
  return handles[at]
}

/** The URL whose validation reaches the body. */
export const addressOf = (origin: string, n: number): string => `${origin}/h${n}h`

/** The limit for an unknown host (`wireBytes`), with a margin for compression. */
const MAX_SENT = 1_000_000

type Sent = { readonly bytes: Buffer; readonly fields: Readonly<Record<string, string>> }

/** Compresses a body above the wire limit. Its beginning stays uncompressed, so that the ratio limit does not apply. */
const compressed = (plain: Buffer): Sent => ({
  bytes: Buffer.concat([gzipSync(plain.subarray(0, MAX_SENT), { level: 0 }), gzipSync(plain.subarray(MAX_SENT))]),
  fields: { 'content-encoding': 'gzip' },
})

/** Responds with such a body or a preceding response; undefined for any other request. */
export const createHostileResponses = (): ((...requested: Parameters<RequestListener>) => true | undefined) => {
  const made = new Map<HostileBody, Sent>()
  const sentOf = (body: HostileBody): Sent => {
    const held = made.get(body)
    if (held) return held
    const plain = Buffer.from(body.make())
    const isPage = body.at === 'link' || body.at === 'post'
    const sent = isPage && plain.length > MAX_SENT ? compressed(plain) : { bytes: plain, fields: {} }
    made.set(body, sent)
    return sent
  }
  return ({ url = '', headers }, response) => {
    const meant = `${headers['x-forwarded-host']}${url}`
    const body = HOSTILE_BODIES[Number(/h(\d+)h/.exec(meant)?.[1])]
    if (body === undefined) return undefined
    const before = BEFORE[body.at]?.find(([path]) => path.test(url))
    const { bytes, fields } = before ? { bytes: JSON.stringify(before[1]), fields: {} } : sentOf(body)
    const type = before ? 'application/json' : body.type
    response.writeHead(200, { 'content-type': type, ...fields }).end(bytes)
    return true
  }
}

export const startHostileSite = async (): Promise<HostileSite> => {
  const reply = createHostileResponses()
  const server = createServer((request, response) => reply(request, response) ?? response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
