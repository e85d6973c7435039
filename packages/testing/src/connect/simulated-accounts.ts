// What Meta's APIs show an account's own token: its profile and its posts. Repeated from the documentation, apart from
// how the service calls it.

import { createHmac } from 'node:crypto'
import { type JsonObject, jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { nthPost as nthPagePost } from '../platforms/facebook/simulated-posts.ts'
import { nthMedia } from '../platforms/instagram/simulated-media.ts'
import { graphFault, pageOf, parseFields, select } from '../platforms/meta/simulated-graph.ts'
import { nthPost } from '../platforms/threads/simulated-posts.ts'
import { type Answer, OPERATOR } from './simulated-providers.ts'

type Own = {
  readonly origin: string
  /** The account that a token belongs to, by the path of its URL. */
  readonly account: RegExp
  readonly posts: RegExp
  readonly profile: (id: string) => JsonObject
  readonly nth: (index: number) => JsonObject
  /** Those of the last day, on one page. */
  readonly stories?: RegExp
  /** Whether the application requires proofs (“Secure Graph API Requests”). */
  readonly proves?: true
}

const OWN = {
  // “Instagram API with Instagram Login”: the account and its media.
  instagram: {
    origin: 'https://graph.instagram.com',
    account: /^\/v26\.0\/(me)$/,
    posts: /^\/v26\.0\/(me)\/media$/,
    stories: /^\/v26\.0\/(me)\/stories$/,
    profile: () => ({
      ...{ id: '7', user_id: '17841400000000001', username: 'Garden.Shop', name: 'Garden shop' },
      ...{ biography: 'Seeds & more', followers_count: 12, follows_count: 3, media_count: 45 },
    }),
    nth: nthMedia,
  },
  // “Retrieve Threads Posts”.
  threads: {
    origin: 'https://graph.threads.com',
    account: /^\/v1\.0\/(me)$/,
    posts: /^\/v1\.0\/(me)\/threads$/,
    profile: () => ({ id: '17841400', username: 'gardener', name: 'The gardener', threads_biography: 'Seeds & more' }),
    nth: nthPost,
  },
  // “Page”, with the token of that Page.
  facebook: {
    origin: 'https://graph.facebook.com',
    account: /^\/v26\.0\/(\d+)$/,
    posts: /^\/v26\.0\/(\d+)\/posts$/,
    profile: (id) => ({ id, name: `Page ${id}`, about: 'Seeds & more', followers_count: 12 }),
    nth: nthPagePost,
    proves: true,
  },
} as const satisfies Record<string, Own>

export type OwnPlatform = keyof typeof OWN

const UNPROVEN = graphFault(100, 'API calls from the server require an appsecret_proof argument')
const proofOf = (token: string): string => createHmac('sha256', OPERATOR.clientSecret).update(token).digest('hex')

const COUNT = 45
const STORIES = 3
const HOUR_MS = 3_600_000

export type SimulatedAccounts = {
  /** The answer to a read; undefined if the URL is none. */
  respond(url: URL): Answer | undefined
  /** The token of each read. */
  readonly tokens: string[]
  /** Answers every read from now on; the account itself when undefined. */
  fault: Answer | undefined
  /** Answers reads of stories from now on. */
  storiesFault: Answer | undefined
  readonly ids: readonly string[]
  /** Newest first. The last one has just ended. */
  readonly storyIds: readonly string[]
}

const answerOf = ({ status = 200, body }: { readonly status?: number; readonly body?: unknown }): Answer => ({
  status,
  body,
})

/** `isGiven`: whether a token was issued, and for what it was. */
export const simulateAccounts = (
  platform: OwnPlatform,
  isGiven: (token: string, id: string) => boolean,
  now: () => number = Date.now,
): SimulatedAccounts => {
  const own: Own = OWN[platform]
  const posts = Array.from({ length: COUNT }, (_, at) => own.nth(COUNT - 1 - at))

  const listOf = (fields: string, limit: number, after: string | null, url: URL): JsonObject | undefined => {
    const page = pageOf(posts, after, limit)
    if (page === undefined) return undefined
    const next = new URL(own.origin + url.pathname)
    next.searchParams.set('after', page.after ?? '')
    const cursors = { before: page.before, after: page.after }
    return {
      data: page.items.map((item) => select(item, parseFields(fields))),
      paging: { cursors, ...(!page.isLast && { next: next.href }) },
    }
  }

  /** “Stories”: as media, without counts of likes and comments. */
  const stories = (): readonly JsonObject[] =>
    posts.slice(0, STORIES + 1).map(({ id, username, media_type, media_url, thumbnail_url, permalink }, at) => ({
      ...{ id: `story-${String(id)}`, username, media_type, media_url, thumbnail_url, permalink },
      timestamp: new Date(now() - (at === STORIES ? 24 : at + 1) * HOUR_MS).toISOString().replace('.000Z', '+0000'),
    }))

  const simulated: SimulatedAccounts = {
    ...{ tokens: [], fault: undefined, storiesFault: undefined, ids: posts.map(({ id }) => String(id)) },
    storyIds: own.stories === undefined ? [] : stories().map(({ id }) => String(id)),
    respond(url) {
      const isPosts = own.posts.test(url.pathname)
      const fields = url.searchParams.get('fields') ?? 'id'
      // The flow reads the account, too, with fewer fields.
      const isStories = own.stories?.test(url.pathname) === true
      const isRead = isPosts || isStories || (own.account.test(url.pathname) && /biography|about|posts/.test(fields))
      if (url.origin !== own.origin || !isRead) return undefined
      const id = [own.account, own.posts, own.stories].map((path) => path?.exec(url.pathname)?.[1]).find(Boolean) ?? ''
      const token = url.searchParams.get('access_token') ?? ''
      simulated.tokens.push(token)
      if (simulated.fault) return simulated.fault
      if (own.proves && url.searchParams.get('appsecret_proof') !== proofOf(token)) return answerOf(UNPROVEN)
      if (!isGiven(token, id)) return answerOf(graphFault(190, 'Invalid OAuth access token', { status: 401 }))
      if (isStories) {
        const wanted = parseFields(fields)
        return simulated.storiesFault ?? { status: 200, body: { data: stories().map((item) => select(item, wanted)) } }
      }
      if (isPosts) {
        const { searchParams } = url
        const list = listOf(fields, Number(searchParams.get('limit') ?? 25), searchParams.get('after'), url)
        return list ? { status: 200, body: list } : answerOf(graphFault(100, '(#100) Invalid cursors values.'))
      }
      const requested = parseFields(fields)
      const within = requested.find(({ name }) => name === 'posts')
      const limit = Number(within?.modifiers.get('limit') ?? 25)
      const inner = /\bposts\.limit\(\d+\)\{(?<list>.*)\}$/.exec(fields)?.groups?.list ?? 'id'
      const list = within && listOf(inner, limit, null, new URL(`${own.origin}${url.pathname}/posts`))
      return { status: 200, body: { ...select(own.profile(id), requested), ...(list && { posts: list }) } }
    },
  }
  return simulated
}

/** The ids of the posts of a response. */
export const idsIn = (data: unknown): readonly string[] =>
  jsonList(jsonObject(jsonObject(data).body).posts).map((post) => String(jsonObject(post).id))
