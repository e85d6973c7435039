// A platform whose responses name the account that asked, and licenses with connected accounts on it. Every text that a
// response shows contains the marker of the account whose token signed the call.

import assert from 'node:assert/strict'
import { jsonObject } from '@central-api/service/parsing/json-value.ts'
import { Type } from '@central-api/service/parsing/type.ts'
import { buildMedia, buildPost, buildProfile } from '@central-api/service/post/build-post.ts'
import { createFailureMemory } from '@central-api/service/scanning/failure-memory.ts'
import { parseScan, type Through } from '@central-api/service/scanning/scan.ts'
import { platform } from '@central-api/service/upstream/contract/platform.ts'
import { type Access, type ConnectionReach, PUBLIC } from '@central-api/service/upstream/contract/reach.ts'
import { createConnectedCredentials } from '@central-api/service/upstream/credentials/connected.ts'
import { createChoosePost } from '@central-api/service/validation/chosen/choose-post.ts'
import { createChosenPosts } from '@central-api/service/validation/chosen/chosen-posts.ts'
import { createPostApi } from '@central-api/service/validation/post-api.ts'
import { createRecognizer } from '@central-api/service/validation/posts/recognize-post.ts'
import { createResponseCache, URL_FAILURE_SECONDS } from '@central-api/service/validation/response-cache.ts'
import {
  createClock,
  DEADLINE_MS,
  FRESH_MS,
  jsonResponse,
  startEngine,
  statusResponse,
} from '@central-api/testing/scanning/fixture.ts'
import { connection } from '@central-api/testing/storage/connections-suite.ts'
import type { Connection } from '../../src/connect/connection.ts'
import { createOwnAccounts } from '../../src/connect/own-accounts.ts'

const ORIGIN = 'https://api.marked.example'
const PUBLIC_TOKEN = 'token-public'
/** The only site that may use some connections. */
export const SITE = 'one.example'
/** The handle that all accounts have: each token sees another account behind it. */
export const HANDLE = 'shared'
const MARKER = /marker-(?<owner>[\w-]+)/g

/** An image that belongs to the account. */
const imageOf = (marker: string) => buildMedia({ type: 'image', url: `http://img.marked.example/${marker}/1.png` })

const ofText = (value: unknown): string => (typeof value === 'string' ? value : '')

export const marked = platform({
  id: 'marked',
  name: 'Marked',
  handles: ['name'],
  variants: { posts: 'all', media: 'images' },
  settings: Type.Object({ MARKED_TOKEN: Type.String({ default: '' }) }),
  origins: [ORIGIN],
  hasAccountIds: true,
  canonicalize: (input) => /^[a-z]+$/.exec(input)?.[0],
  posts: {
    parts: { id: '[0-9]+' },
    patterns: { 'marked.example/p/{id}': 'https://marked.example/p/{id}' },
    ofId: (id) => `https://marked.example/p/${id}`,
  },
  credentials: [
    {
      id: 'token',
      settings: ['MARKED_TOKEN'],
      read: ({ MARKED_TOKEN }) => [{ secrets: { token: MARKED_TOKEN } }],
      sign: ({ token = '' }) => ({ headers: { 'x-token': token } }),
      connects: true,
      steps: ['Ask.'],
    },
  ],
  sources: [
    {
      id: 'api',
      provenance: 'official_api',
      credential: 'token',
      refusalForm: [{ at: 'error' }],
      refusals: [
        { at: 'error', is: 'absent', means: 'absent', example: { status: 404, body: { error: 'absent' } } },
        { at: 'error', is: 'hidden', means: 'hidden', example: { status: 403, body: { error: 'hidden' } } },
      ],
      async account({ send, handle }) {
        const { id, marker } = jsonObject((await send({ url: `${ORIGIN}/account/${handle}`, revalidate: true })).json())
        return { id: ofText(id), profile: buildProfile({ handle, displayName: ofText(marker) }), keep: undefined }
      },
      async posts({ send, handle, variant, after }) {
        const response = await send({ url: `${ORIGIN}/posts/${handle}/${variant}`, query: { after }, revalidate: true })
        const { marker, next } = jsonObject(response.json())
        const text = ofText(marker)
        const post = buildPost({ id: '1', kind: 'image', text, media: [imageOf(text)] })
        return { posts: [post], next: typeof next === 'string' ? next : undefined }
      },
      async post({ send, match: { id = '' } }) {
        const answer = await send({ url: `${ORIGIN}/post/${id}`, revalidate: true, about: 'post' })
        const text = ofText(jsonObject(answer.json()).marker)
        return { post: buildPost({ id, kind: 'image', text, media: [imageOf(text)] }), answer }
      },
    },
  ],
})

/** What an account answers. */
export type Mood = 'fine' | 'absent' | 'hidden' | 'refused' | 'limited'

const STATUS: Readonly<Record<Exclude<Mood, 'fine'>, number>> = { absent: 404, hidden: 403, refused: 401, limited: 429 }

export type Reader = { readonly licenseId: string; readonly connection: Connection | undefined }
/** Who names no connection. */
export type Asker = { readonly licenseId: string; readonly site: string | undefined }

const accessOf = ({ licenseId, connection: own }: Reader): Access =>
  own
    ? {
        ...{ reach: own.id as ConnectionReach, licenseId, site: undefined, handle: own.handle },
        own: { id: own.accountId, includesPrivate: false },
      }
    : PUBLIC

/** `count`: of connections; two licenses share them out. */
export const startWorld = (count: number) => {
  const clock = createClock()
  const licenses = ['lic_a', 'lic_b']
  const connections = Array.from({ length: count }, (_, n) =>
    connection(licenses[n % 2] ?? '', {
      ...{ id: `cn_${n}`, platform: 'marked', accountId: `${n}`, handle: HANDLE, sealedToken: `token-${n}` },
    }),
  )
  /** Connections that come and go, listed before the others: one for a site, and one for every site. */
  const changing = licenses.flatMap((licenseId) =>
    [SITE, null].map((site) => {
      const id = `cn_${licenseId}_${site === null ? 'all' : 'one'}`
      const [accountId, sealedToken] = [`${licenseId}-${site}`, `token-${id}`]
      return connection(licenseId, { id, site, platform: 'marked', accountId, handle: HANDLE, sealedToken })
    }),
  )
  const states = new Map<string, 'connected' | 'ended' | 'removed'>()
  const stored = (): Connection[] =>
    [...changing, ...connections].flatMap((each) => {
      const state = states.get(each.id) ?? 'connected'
      return state === 'removed' ? [] : [{ ...each, state, reason: state === 'ended' ? 'expired' : null }]
    })
  const own = createOwnAccounts({
    count: async (licenseId) => stored().filter((each) => each.licenseId === licenseId).length,
    ofHandle: async (licenseId, _platform, handle) =>
      stored().filter((each) => each.licenseId === licenseId && each.handle === handle),
  })
  const moods = new Map<string, Mood>()
  const engine = startEngine({
    clock,
    platform: marked as never,
    environment: { MARKED_TOKEN: PUBLIC_TOKEN },
    connected: createConnectedCredentials({
      // Finds it for anybody: the gate alone has to refuse.
      find: async (id) => stored().find((each) => each.id === id),
      open: async ({ sealedToken }) => ({ token: sealedToken }),
      report: () => {},
    }),
  })
  const { egress, upstreams, registry, cursors, identities, pages } = engine
  egress.response = ({ url, headers = {} }) => {
    const owner = ownerOf(headers['x-token'] ?? 'nobody')
    const mood = moods.get(owner) ?? 'fine'
    if (mood !== 'fine') return { ...jsonResponse({ error: mood }), status: STATUS[mood] }
    if (headers['if-none-match'] !== undefined) return statusResponse(304)
    const isFirst = !String(url).includes('after=')
    const response = jsonResponse({ id: idOf(owner), marker: `marker-${owner}`, ...(isFirst && { next: 'p2' }) })
    return { ...response, headers: { ...response.headers, etag: '"same"' } }
  }
  const recognizer = createRecognizer([marked as never])
  let forced = 0
  const { now } = clock
  const chosen = createChosenPosts({
    choose: createChoosePost({ platforms: registry.platforms, recognizer, aliasOf: (text) => text }),
    cache: createResponseCache({
      ...{ now, elapsed: now, maxBytes: 1_000_000, freshMs: FRESH_MS },
      failures: createFailureMemory({ now, random: () => 0.5, seconds: URL_FAILURE_SECONDS }),
    }),
    api: createPostApi({ registry, posts: upstreams.posts, parsingJobs: upstreams.parsingJobs, now }),
    findPost: () => assert.fail('a post is recognized by its URL'),
    followShortLink: () => assert.fail('there is no short link'),
    ...{ bodies: egress.bodies, governor: upstreams.governor, now, elapsed: now },
    ...{ freshMs: FRESH_MS, serve: (post) => post, onAsked: async () => {}, deadlineMs: DEADLINE_MS },
  })

  const parseThrough = (through: Through, variant: string, cursor?: string) =>
    parseScan(
      { platform: 'marked', handle: HANDLE, variant, ...(cursor !== undefined && { cursor }) },
      { license: { mode: 'live' }, plan: { platforms: null } },
      ...([registry, cursors, identities, through] as const),
    )
  const parse = ({ licenseId, connection: found }: Reader, variant: string, cursor?: string) =>
    parseThrough(found ? { user: { licenseId, site: undefined }, found } : 'public', variant, cursor)

  return {
    ...{ clock, connections, changing, licenses, moods, pages, parse, identities },
    /** As the store and the change feed do. */
    change(at: number, state: 'connected' | 'ended' | 'removed') {
      const changed = changing[at] ?? assert.fail()
      const { id } = changed
      states.set(id, state)
      own.forget(id, state === 'removed' ? undefined : changed)
    },
    /** Whom a scan that names no connection reads as. */
    readerFor: ({ licenseId, site }: Asker): Reader => ({
      licenseId,
      connection: stored().find(
        (each) => each.licenseId === licenseId && each.state !== 'ended' && [null, site].includes(each.site),
      ),
    }),
    /** Reads a page as the HTTP layer does for a request that names no connection. */
    async scanOwn(user: Asker, variant: string, cursor?: string) {
      const through = {
        user,
        own: await own.find({ ...user, platform: 'marked', handle: HANDLE }),
        isConnectable: true,
      }
      return pages.get(parseThrough(through, variant, cursor), { licenseId: user.licenseId })
    },
    /** Reads a page as the HTTP layer does. */
    scan: (reader: Reader, variant: string, cursor?: string) =>
      pages.get(parse(reader, variant, cursor), { licenseId: reader.licenseId }),
    /** Reads a page that nobody has read before as another license, past the first gate. */
    force(reader: Reader, licenseId: string) {
      forced += 1
      const scan = { platform: marked as never, handle: HANDLE, variant: 'posts', after: `api forced ${forced}` }
      return pages.get({ ...scan, access: { ...accessOf(reader), licenseId } as Access }, { licenseId })
    },
    async post(reader: Reader, id: string) {
      const choice = chosen.choose(marked as never, id)
      const caller = { licenseId: reader.licenseId, signal: new AbortController().signal, access: accessOf(reader) }
      return (await chosen.read([choice], caller)).get(choice.key)
    },
    accessOf,
    ownerFor: ({ connection: own }: Reader): string => ownerOf(own?.sealedToken ?? PUBLIC_TOKEN),
    idle: async () => {
      await pages.idle()
      await chosen.idle()
    },
  }
}

/** A response never contains the token itself: the service removes it. */
const ownerOf = (token: string): string => token.replace('token', 'account')

/** Several connections may be of one account, which the public sees as well. */
export const idOf = (owner: string): string => (/(?:public|[036])$/.test(owner) ? 'id-shared' : `id-of-${owner}`)

/** The accounts whose data the text shows. */
export const ownersIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(MARKER)].map(({ groups }) => groups?.owner ?? '')),
]
