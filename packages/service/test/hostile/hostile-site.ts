// A server of every kind at once, which answers with what was made to hold the event loop. It tells by the number in the host
// or path that was meant which body is wanted, and answers everything that comes before it as the platform would.

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HOSTILE_BODIES, type HostileBody, type Meeting } from './bodies.ts'

export type HostileSite = { readonly origin: string; close(): Promise<void> }

/** What leads to the body, by the path that asks for it. */
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
    [/\/oembed/, { type: 'rich', version: '1.0', html: '<b>x</b>'.repeat(20_000), title: '&amp;'.repeat(20_000) }],
  ],
}

/** What a scan asks for to meet the body; undefined where another endpoint meets it. */
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

/** What a validation asks for to meet the body. */
export const addressOf = (origin: string, n: number): string => `${origin}/h${n}h`

/** Answers what is one of those bodies, or leads to one; undefined for every other request. */
export const createHostileAnswers = (): ((...asked: Parameters<RequestListener>) => true | undefined) => {
  const made = new Map<HostileBody, Buffer>()
  const bytesOf = (body: HostileBody): Buffer => {
    const held = made.get(body) ?? Buffer.from(body.make())
    made.set(body, held)
    return held
  }
  return ({ url = '', headers }, response) => {
    const meant = `${headers['x-forwarded-host']}${url}`
    const body = HOSTILE_BODIES[Number(/h(\d+)h/.exec(meant)?.[1])]
    if (body === undefined) return undefined
    const before = BEFORE[body.at]?.find(([path]) => path.test(url))
    if (before) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(before[1]))
    else response.writeHead(200, { 'content-type': body.type }).end(bytesOf(body))
    return true
  }
}

export const startHostileSite = async (): Promise<HostileSite> => {
  const answer = createHostileAnswers()
  const server = createServer((request, response) => answer(request, response) ?? response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
