// Simulates X's API in both dialects: responds in the dialect of the request, and silently ignores the other dialect's fields. Only
// tests and benchmarks use it.

import { type JsonObject, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { oembedOf } from '../suite/simulated-oembed.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import {
  ACME_ID,
  hasMedia,
  idOfPost,
  includesOf,
  inPostDialect,
  isReply,
  isRepost,
  nthPost,
  oldPost,
  problemsOf,
  type XQuirks,
} from './simulated-posts.ts'

export type XSimulator = Simulator & {
  readonly quirks: XQuirks
  idsOf(variant: string): readonly string[]
  /** The cost so far, in half cents. */
  billed(): number
}

export const TOKENS = ['AAAA-first-token', 'AAAA-second-token'] as const

const PROBLEMS = 'https://api.twitter.com/2/problems'
const problemAbout = (end: string, title: string, detail: string, more: object): SimulatedResponse => ({
  body: { errors: [{ title, detail, type: `${PROBLEMS}/${end}`, ...more }] },
})
const noUser = (name: string, title = 'Not Found Error', detail = `Could not find user with username: [${name}].`) =>
  problemAbout('resource-not-found', title, detail, {
    ...{ value: name, resource_type: 'user', parameter: 'username', resource_id: name },
  })
const notAllowed = (id: string) =>
  problemAbout(
    'not-authorized-for-resource',
    'Authorization Error',
    `Sorry, you are not authorized to see the user with id: [${id}].`,
    { value: id, resource_type: 'user', parameter: 'id', resource_id: id, section: 'data' },
  )
const UNAUTHORIZED: SimulatedResponse = {
  status: 401,
  body: { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' },
}
const invalid = (parameter: string, value: string, isNamed: boolean): SimulatedResponse => ({
  status: 400,
  body: {
    ...(isNamed && {
      errors: [{ parameters: { [parameter]: [value] }, message: `The \`${parameter}\` query parameter is invalid` }],
    }),
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: `${PROBLEMS}/invalid-request`,
  },
})

const user = (id: string, name: string, username: string, isProtected = false): JsonObject => ({
  id,
  name,
  username,
  created_at: '2012-03-01T10:00:00.000Z',
  description: 'We make guides &amp; bread',
  profile_image_url: 'https://pbs.twimg.com/profile_images/1/a_normal.jpg',
  protected: isProtected,
  verified: true,
  verified_type: 'business',
  public_metrics: { followers_count: 10, following_count: 2, tweet_count: 300, listed_count: 1 },
  pinned_tweet_id: idOfPost(3),
})
/** Made the list, and is not in it. */
const CURATOR = user('70005', 'Curator', 'curator')
const USERS: readonly JsonObject[] = [
  user(ACME_ID, 'Acme', 'Acme'),
  user('70003', 'Shy', 'shy', true),
  // An account without posts.
  { ...user('70004', 'Silent', 'silent'), description: '' },
  CURATOR,
]

/** A public list, and one that only its owner sees. */
export const LISTS = { open: '1001', protected: '1002' } as const
const LIST: JsonObject = {
  id: LISTS.open,
  name: 'Bakers & millers',
  description: 'People of <flour>',
  created_at: '2019-03-01T10:00:00.000Z',
  follower_count: 12,
  member_count: 40,
  owner_id: CURATOR.id,
  private: false,
}

/** Fields that X always returns. */
const ALWAYS = new Set(['id', 'text', 'name', 'username', 'edit_history_tweet_ids'])
const NEWER_NAMES: Readonly<Record<string, string>> = { note_post: 'note_tweet' }

const namesIn = (value: string | null): ReadonlySet<string> => new Set(value?.split(',') ?? [])

const only = (item: JsonObject, requested: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(item).filter(([name]) => ALWAYS.has(name) || requested.has(name)))

type Selection = {
  readonly isOfPosts: boolean
  readonly fields: ReadonlySet<string>
  readonly expansions: ReadonlySet<string>
}

const selectionOf = ({ searchParams }: URL): Selection => {
  const isOfPosts = searchParams.has('post.fields') || searchParams.get('expansions') === 'pinned_post_id'
  const expansions = namesIn(searchParams.get('expansions'))
  const named = namesIn(searchParams.get(isOfPosts ? 'post.fields' : 'tweet.fields'))
  if (!isOfPosts) return { isOfPosts, expansions, fields: named }
  // In the newer dialect, only expansions return related objects.
  const expanded = ['author_id', 'in_reply_to_user_id'].filter((name) => expansions.has(name))
  const relations = expansions.has('referenced_posts') ? ['referenced_tweets'] : []
  const older = [...named].flatMap((name) => NEWER_NAMES[name] ?? (ONLY_OLDER.has(name) ? [] : name))
  return { isOfPosts, expansions, fields: new Set([...older, ...expanded, ...relations]) }
}
/** The number of posts that a list returns at most. */
const DEPTH = 3_200
const ONLY_OLDER = new Set(['author_id', 'in_reply_to_user_id', 'referenced_tweets', 'note_tweet'])

export const startX = async (count = 57): Promise<XSimulator> => {
  const quirks: XQuirks = {
    ...{ viewsOfOld: 0, gifs: 'bare', namesParameter: true, leavesEmptyOut: true },
    ...{ depthWithoutReplies: 800, billsIncluded: true },
  }
  const refused = new Set<string>()
  const postAt = (index: number) => (index === 0 ? oldPost(quirks.viewsOfOld) : nthPost(index))
  let posts = Array.from({ length: count }, (_, index) => index).reverse()
  let billed = 0

  const bill = (kind: 1 | 2, count: number, includes: JsonObject) => {
    const { tweets = [], users = [] } = includes as Record<string, readonly unknown[]>
    billed += count * kind + (quirks.billsIncluded ? tweets.length + users.length * 2 : 0)
  }

  const respond = (
    data: readonly JsonObject[],
    selection: Selection,
    more: JsonObject,
    isList: boolean,
  ): SimulatedResponse => {
    const includes = includesOf(data, selection.expansions, selection.isOfPosts, quirks.gifs)
    bill(1, data.length, includes)
    const errors = problemsOf(
      data.filter(() => selection.fields.has('referenced_tweets')),
      includes,
    )
    const shown = data.map((post) => only(post, selection.fields))
    const included = {
      ...includes,
      ...('tweets' in includes && {
        tweets: (includes.tweets as readonly JsonObject[]).map((post) =>
          only(post, new Set([...selection.fields, ...(selection.expansions.has('author_id') ? ['author_id'] : [])])),
        ),
      }),
    }
    const body = {
      ...((shown.length > 0 || !quirks.leavesEmptyOut) && { data: isList ? shown : shown[0] }),
      ...(Object.keys(included).length > 0 && { includes: included }),
      ...(errors.length > 0 && { errors }),
      ...more,
    }
    return { body: selection.isOfPosts ? inPostDialect(body) : body }
  }

  const timeline = (id: string, url: URL): SimulatedResponse => {
    const owner = USERS.find((each) => each.id === id)
    if (owner === undefined || owner.protected === true) return notAllowed(id)
    const { searchParams } = url
    const size = Number(searchParams.get('max_results') ?? '10')
    if (!(size >= 5 && size <= 100)) return invalid('max_results', String(size), quirks.namesParameter)
    const token = searchParams.get('pagination_token')
    if (token !== null && !/^7140x\d+$/.test(token)) return invalid('pagination_token', token, quirks.namesParameter)
    const excluded = namesIn(searchParams.get('exclude'))
    // A token is a position after a post. Excluded posts make a page shorter.
    const depth = excluded.has('replies') ? quirks.depthWithoutReplies : DEPTH
    const listed = id === ACME_ID ? posts.slice(0, depth) : []
    const behind = token === null ? listed : listed.filter((index) => index < Number(token.slice(5)))
    const page = behind.slice(0, size)
    const shown = page.filter(
      (index) => !(excluded.has('replies') && isReply(index)) && !(excluded.has('retweets') && isRepost(index)),
    )
    const next = page.length < behind.length ? { next_token: `7140x${page.at(-1)}` } : {}
    const ends =
      shown.length === 0 ? {} : { newest_id: idOfPost(shown[0] ?? 0), oldest_id: idOfPost(shown.at(-1) ?? 0) }
    return respond(
      shown.map(postAt),
      selectionOf(url),
      { meta: { result_count: shown.length, ...ends, ...next } },
      true,
    )
  }

  /** Posts of many authors: of a list, of a search, or that mention an account. */
  const many = (listed: readonly number[], url: URL, tokenName: string, least: number): SimulatedResponse => {
    const { searchParams } = url
    const size = Number(searchParams.get('max_results') ?? '10')
    if (!(size >= least && size <= 100)) return invalid('max_results', String(size), quirks.namesParameter)
    const token = searchParams.get(tokenName)
    if (token !== null && !/^7140x\d+$/.test(token)) return invalid(tokenName, token, quirks.namesParameter)
    const behind = token === null ? listed : listed.filter((index) => index < Number(token.slice(5)))
    const shown = behind.slice(0, size)
    const next = shown.length < behind.length ? { next_token: `7140x${shown.at(-1)}` } : {}
    return respond(shown.map(postAt), selectionOf(url), { meta: { result_count: shown.length, ...next } }, true)
  }

  const list = (id: string, isOfPosts: boolean, url: URL): SimulatedResponse => {
    if (id === LISTS.protected) return notAllowed(id)
    if (id !== LISTS.open)
      return problemAbout('resource-not-found', 'Not Found Error', `Could not find list with id: [${id}].`, {
        ...{ value: id, resource_type: 'list', parameter: 'id', resource_id: id },
      })
    if (isOfPosts) return many(posts.slice(0, 800), url, 'pagination_token', 1)
    const owner = url.searchParams.get('expansions') === 'owner_id' ? [CURATOR] : []
    bill(1, 1, { users: owner })
    return {
      body: {
        data: only(LIST, namesIn(url.searchParams.get('list.fields'))),
        ...(owner.length > 0 && {
          includes: { users: owner.map((each) => only(each, namesIn(url.searchParams.get('user.fields')))) },
        }),
      },
    }
  }

  const search = (url: URL): SimulatedResponse => {
    const query = url.searchParams.get('query') ?? ''
    // An account stands alone, as a word does; operators such as has:media do not.
    const isComplete = /#?(?:bread|rye|nothing)|from:\w|@\w/.test(query)
    if (url.searchParams.get('sort_order') !== 'recency' || !isComplete)
      return invalid('query', query, quirks.namesParameter)
    const found = /bread|rye|from:\w|@\w/.test(query)
      ? posts.filter((index) => !isRepost(index) || !/-is:retweet/.test(query))
      : []
    return many(found, url, 'next_token', 10)
  }

  const account = (found: JsonObject | undefined, name: string, url: URL): SimulatedResponse => {
    if (name === 'suspended') return noUser(name, 'Forbidden', `User has been suspended: [${name}].`)
    if (found === undefined) return noUser(name)
    const { isOfPosts, expansions } = selectionOf(url)
    const fields = namesIn(url.searchParams.get('user.fields'))
    const pinned = expansions.has('pinned_post_id') ? ['pinned_tweet_id'] : []
    const includes = pinned.length > 0 ? { tweets: [only(nthPost(3), new Set())] } : {}
    bill(2, 1, includes)
    const body = {
      data: only(found, new Set([...fields, ...pinned])),
      ...(pinned.length > 0 && { includes }),
    }
    return { body: isOfPosts ? inPostDialect(body) : body }
  }

  const route = (url: URL): SimulatedResponse => {
    const { pathname } = url
    const [, name] = /^\/2\/users\/by\/username\/(\w{1,15})$/.exec(pathname) ?? []
    if (name !== undefined)
      return account(
        USERS.find(({ username }) => String(username).toLowerCase() === name.toLowerCase()),
        name,
        url,
      )
    const [, listId, ofList] = /^\/2\/lists\/(\d+)(\/tweets)?$/.exec(pathname) ?? []
    if (listId !== undefined) return list(listId, ofList !== undefined, url)
    if (pathname === '/2/tweets/search/recent') return search(url)
    const [, mentioned] = /^\/2\/users\/(\d+)\/mentions$/.exec(pathname) ?? []
    if (mentioned !== undefined)
      return many(mentioned === ACME_ID ? posts.filter((index) => isReply(index)) : [], url, 'pagination_token', 5)
    const [, id = '', isTimeline] = /^\/2\/users\/(\d+)(\/tweets)?$/.exec(pathname) ?? []
    if (isTimeline !== undefined) return timeline(id, url)
    if (id !== '')
      return account(
        USERS.find((each) => each.id === id),
        id,
        url,
      )
    const [, postId] = /^\/2\/tweets\/(\d+)$/.exec(pathname) ?? []
    const index = posts.find((each) => idOfPost(each) === postId)
    if (index !== undefined) return respond([postAt(index)], selectionOf(url), {}, false)
    return problemAbout('resource-not-found', 'Not Found Error', `Could not find tweet with id: [${postId}].`, {
      ...{ value: postId, resource_type: 'tweet', parameter: 'id', resource_id: postId },
    })
  }

  const embed = (url: URL): SimulatedResponse => {
    const [, name = '', id] =
      /^\/(\w+)\/status\/(\d+)/.exec(URL.parse(url.searchParams.get('url') ?? '')?.pathname ?? '') ?? []
    const isProtected = USERS.some((each) => each.protected === true && each.username === name)
    return oembedOf({
      url,
      provider: { name: 'Twitter', url: 'https://twitter.com' },
      type: 'rich',
      isThere: () => !isProtected && posts.some((index) => idOfPost(index) === id),
      missing: isProtected
        ? { status: 403, body: { error: 'Sorry, you are not authorized to see this status.', request: url.pathname } }
        : { status: 404, body: { error: 'Sorry, that page does not exist.', request: url.pathname } },
      more: { cache_age: '3153600000' },
    })
  }

  const upstream = await startUpstream(({ url, headers, host }: SimulatedRequest): SimulatedResponse => {
    if (host === 'publish.x.com' && url.pathname === '/oembed') return embed(url)
    const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
    const isKnown = TOKENS.some((each) => each === token)
    if (host !== 'api.x.com' || !isKnown || refused.has(token)) return UNAUTHORIZED
    const limits = {
      'x-rate-limit-limit': '10000',
      'x-rate-limit-remaining': '9999',
      'x-rate-limit-reset': String(Math.ceil(Date.now() / 1_000) + 900),
    }
    return { headers: limits, ...route(url) }
  })

  const VARIANTS: Readonly<Record<string, (index: number) => boolean>> = {
    mentions: isReply,
    found: (index) => !isRepost(index),
    posts: (index) => !isReply(index),
    original: (index) => !isReply(index) && !isRepost(index),
    replies: () => true,
    media: hasMedia,
  }
  const idsOf = (variant: string) => posts.filter(VARIANTS[variant] ?? (() => false)).map(idOfPost)

  return {
    ...upstream,
    quirks,
    handle: 'acme',
    missing: 'nobody',
    hidden: 'shy',
    ids: () => idsOf('posts'),
    idsOf,
    billed: () => billed,
    refuse(secret) {
      refused.add(secret)
    },
    publish(more) {
      const from = posts.length
      posts = [...Array.from({ length: more }, (_, index) => from + index).reverse(), ...posts]
    },
  }
}

/** Converts a response to the newer dialect. */
export const newer = (response: unknown): JsonObject => jsonObject(inPostDialect(response))
