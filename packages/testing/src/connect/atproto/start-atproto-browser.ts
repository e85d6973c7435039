// A person who connects an account of Bluesky over the service's own pages, and what the AppView shows of the account.

import type { TestContext } from 'node:test'
import { bluesky } from '@central-api/service/platforms/bluesky/bluesky.ts'
import { authorView, image, postView, profileView, QUIET } from '../../platforms/bluesky/simulated-feed.ts'
import { visitProvider } from '../connect-by-browser.ts'
import type { AtprotoAnswer } from './authorization-server.ts'
import type { ClientDocuments } from './judge-proofs.ts'
import { ENTRYWAY, PDS, simulateAtproto } from './simulated-network.ts'

const HIDES = [{ src: '', uri: '', val: '!no-unauthenticated', cts: '2024-01-01T00:00:00Z' }]

/** An account that hides itself from people who are not signed in. */
export const HIDDEN = { did: 'did:plc:hiddenhiddenhiddenhidden', handle: 'hidden.bsky.social', pds: PDS }
const AUTHOR = authorView(HIDDEN.did, HIDDEN.handle, HIDES)

const COUNT = 45
const timeOf = (index: number): string => new Date(Date.parse('2029-12-01T00:00:00Z') + index * 60_000).toISOString()

/** Its own posts, newest first. */
const OWN = Array.from({ length: COUNT }, (_, at) => COUNT - 1 - at).map((index) => ({
  post: postView(AUTHOR, `3own${String(index).padStart(4, '0')}`, timeOf(index), {
    ...(index % 3 === 0 && { embed: { $type: 'app.bsky.embed.images#view', images: [image(`${index}`)] } }),
  }),
}))
/** It reposts somebody else who hides themselves, and did not consent to anything. */
const REPOST = {
  post: postView(QUIET, '3quiet', timeOf(COUNT)),
  reason: { $type: 'app.bsky.feed.defs#reasonRepost', by: AUTHOR, indexedAt: timeOf(COUNT), uri: 'at://x/y/z' },
}
const FEED = [REPOST, ...OWN]

export const OWN_IDS = OWN.map(({ post }) => post.uri)
export const OWN_IMAGES = OWN.filter(({ post }) => 'embed' in post).map(({ post }) => post.uri)

const authorFeed = (query: URLSearchParams): AtprotoAnswer => {
  const [limit, after] = [Number(query.get('limit') ?? '50'), Number(query.get('cursor') ?? '0')]
  const filter = query.get('filter')
  const wanted = filter === 'posts_with_video' ? [] : filter === 'posts_with_media' ? FEED.filter(hasImage) : FEED
  const end = after + limit
  return { status: 200, body: { feed: wanted.slice(after, end), ...(end < wanted.length && { cursor: `${end}` }) } }
}

const hasImage = ({ post }: (typeof FEED)[number]): boolean => 'embed' in post

/** The AppView's answers about that account, whoever asks. */
const appView = (method: string, query: URLSearchParams): AtprotoAnswer => {
  const isOwn = [HIDDEN.did, HIDDEN.handle].includes(query.get('actor') ?? '')
  if (method === 'app.bsky.actor.getProfile' && isOwn) return { status: 200, body: profileView(AUTHOR, null) }
  if (method === 'app.bsky.feed.getAuthorFeed' && isOwn) return authorFeed(query)
  if (method === 'app.bsky.feed.getPosts') {
    const uris = query.getAll('uris')
    return { status: 200, body: { posts: OWN.flatMap(({ post }) => (uris.includes(post.uri) ? [post] : [])) } }
  }
  return { status: 400, body: { error: 'InvalidRequest', message: 'Profile not found' } }
}

export const startAtprotoBrowser = async (context: TestContext, environment: Readonly<Record<string, string>> = {}) => {
  /** As a server reads them: at the URL of the client. */
  const documentAt = async (url: URL): Promise<unknown> => {
    const { statusCode, headers, body } = await browser.app.inject({ url: url.pathname, headers: { host: url.host } })
    if (statusCode !== 200 || !String(headers['content-type']).startsWith('application/json'))
      throw new Error(`${url} was answered with ${statusCode}`)
    return JSON.parse(body)
  }
  const network = simulateAtproto({
    accounts: [HIDDEN],
    async documents(clientId) {
      const metadata = (await documentAt(new URL(clientId))) as ClientDocuments['metadata']
      const jwks = (await documentAt(new URL(String(metadata.jwks_uri)))) as ClientDocuments['jwks']
      return { metadata, jwks }
    },
    appView,
  })
  const browser = await visitProvider(
    context,
    { platform: bluesky, environment },
    {
      authorize: (url) => network.at(url.origin).authorize(url),
      async respond(request) {
        const url = new URL(request.url)
        // To the public the AppView shows the same, with the label.
        const isPublicRead =
          url.host === 'public.api.bsky.app' && url.pathname !== '/xrpc/com.atproto.identity.resolveHandle'
        if (isPublicRead) return appView(url.pathname.replace('/xrpc/', ''), url.searchParams)
        return network.respond(request)
      },
    },
  )
  return { ...browser, atproto: network, server: network.at(ENTRYWAY) }
}
