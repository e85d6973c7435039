// Simulates GitHub's REST API as documented: tokens, Link headers, validators, events that end. For tests and
// benchmarks only.

import { createHash } from 'node:crypto'
import { believed, type Facts } from '../suite/facts.ts'
import { postPage } from '../suite/simulated-page.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import { graphqlOf } from './simulated-graphql.ts'
import {
  COMMITS,
  commitOf,
  discussionOf,
  eventOf,
  gistOf,
  ID,
  isPull,
  issueOf,
  LOGIN,
  ORGANIZATION,
  releaseOf,
  repositoryOf,
  shaOf,
  timeOf,
} from './simulated-things.ts'

export const TOKENS = ['github_pat_simulatedOfOne', 'github_pat_simulatedOfAnother'] as const

/** Unverified assumptions about the API. Tests try every value. */
export const FACTS = {
  /** Whether push events contain their commits. */
  pushes: ['slim', 'with commits'],
  /** Status of blocked content. */
  blockedStatus: [451, 403],
  /** Status of a suspended account. */
  suspended: [404, 403],
  /** Whether conditional requests for unchanged content return 304. */
  notModified: [true, false],
  /** Whether every response reports how many calls are left. */
  reportsLimits: [true, false],
} as const

type GithubFacts = Facts<typeof FACTS>

/** A suspended account. */
export const SUSPENDED = 'felled-oak'
/** A repository that is blocked for legal reasons. */
export const BLOCKED = `${LOGIN}/poison-oak`

export type GithubSimulator = Simulator & {
  suppose(facts: Partial<GithubFacts>): void
  eventIds(): readonly string[]
  releaseIds(): readonly string[]
  commitIds(): readonly string[]
  issueIds(): readonly string[]
  pullIds(): readonly string[]
  discussionIds(): readonly string[]
  /** Adds commits, issues and discussions at the top. */
  add(count: number): void
  /** Number of 304 responses. */
  unchanged(): number
}

const DOCS = 'https://docs.github.com/rest'

const error = (status: number, message: string, more: object = {}): SimulatedResponse => ({
  status,
  body: { message, documentation_url: DOCS, status: String(status), ...more },
})
const PAGE_NOT_FOUND: SimulatedResponse = { status: 404, body: '<!doctype html><title>Page not found</title>' }
const NOT_FOUND = error(404, 'Not Found')
const MAX_EVENTS = 300

export const startGithub = async (): Promise<GithubSimulator> => {
  let repositories = Array.from({ length: 57 }, (_, index) => index).reverse()
  const events = Array.from({ length: 340 }, (_, index) => index).reverse()
  const releases = Array.from({ length: 23 }, (_, index) => index).reverse()
  let commits = Array.from({ length: 57 }, (_, index) => index).reverse()
  let issues = Array.from({ length: 57 }, (_, index) => index).reverse()
  const refused = new Set<string>()
  let unchanged = 0
  let facts: GithubFacts = believed(FACTS)

  const listed = <Item>(items: readonly Item[], { url }: SimulatedRequest, most = items.length): SimulatedResponse => {
    const size = Math.min(100, Number(url.searchParams.get('per_page') ?? '30'))
    const page = Number(url.searchParams.get('page') ?? '1')
    const shown = items.slice(0, most)
    if (page > 1 && (page - 1) * size >= MAX_EVENTS && most === MAX_EVENTS)
      return error(
        422,
        'In order to keep the API fast for everyone, pagination is limited for this resource. Check the rel=last link relation in the Link response header to see how far back you can traverse.',
      )
    const hasNext = page * size < shown.length
    const next = new URL(url.pathname.replace(`/users/${LOGIN}`, `/user/${ID}`) + url.search, 'https://api.github.com')
    next.searchParams.set('page', String(page + 1))
    return {
      headers: hasNext ? { link: `<${next.href}>; rel="next", <${next.href}>; rel="last"` } : {},
      body: shown.slice((page - 1) * size, page * size),
    }
  }

  const eventBody = (index: number) => {
    const event = eventOf(index)
    const hasCommits = facts.pushes === 'with commits' && event.type === 'PushEvent'
    return hasCommits ? { ...event, payload: { ...event.payload, ...COMMITS } } : event
  }

  const ofUser = (what: string | undefined, request: SimulatedRequest): SimulatedResponse => {
    const { searchParams } = request.url
    if (what === undefined) return { body: { ...ORGANIZATION, public_repos: repositories.length } }
    if (what === 'repos') {
      // The default order is by name.
      const ordered = searchParams.get('sort') === 'pushed' ? repositories : repositories.toSorted()
      return listed(ordered.map(repositoryOf), request)
    }
    if (what === 'events/public') return listed(events.map(eventBody), request, MAX_EVENTS)
    return what === 'gists' ? listed([gistOf(1), gistOf(0)], request) : NOT_FOUND
  }

  const ofRepository = (what: string | undefined, request: SimulatedRequest): SimulatedResponse => {
    const isFull = /full\+json/.test(String(request.headers.accept))
    const shown = (index: number) => {
      const { body_html, ...plain } = releaseOf(index)
      return isFull ? { ...plain, body_html } : plain
    }
    if (what === undefined) return { body: repositoryOf(0) }
    if (what === 'releases') return listed(releases.map(shown), request)
    const { searchParams } = request.url
    if (what === 'commits') {
      const start = searchParams.get('sha') ?? 'main'
      const from = start === 'main' || start === 'Dev' ? 0 : commits.findIndex((index) => shaOf(index) === start)
      return from === -1 ? NOT_FOUND : listed(commits.slice(from).map(commitOf), request)
    }
    if (what === 'issues' || what === 'pulls') {
      const isWhole = searchParams.get('state') === 'all' && searchParams.get('sort') === 'created'
      const labels = searchParams.get('labels')?.split(',') ?? []
      const isKnown = labels.every((label) => label === 'bug' || label === 'good first issue')
      const found = isWhole && isKnown ? issues.filter((index) => what === 'issues' || isPull(index)) : []
      return listed(found.map(issueOf), request)
    }
    if (what === 'events') return listed(events.map(eventBody), request, MAX_EVENTS)
    const tag = /^releases\/tags\/v1\.(?<minor>\d+)\.0$/.exec(what)?.groups?.minor
    if (tag !== undefined && releases.includes(Number(tag))) return { body: shown(Number(tag)) }
    if (what !== 'issues/12') return NOT_FOUND
    return {
      body: {
        ...{ id: 900000012, number: 12, title: 'Too slow', body: 'It *takes* long', created_at: timeOf(12) },
        ...{ html_url: `https://github.com/${LOGIN}/acorn-0/issues/12`, labels: [], comments: 3 },
        ...(isFull && { body_html: '<p>It <em>takes</em> long</p>' }),
      },
    }
  }

  const route = (request: SimulatedRequest): SimulatedResponse => {
    const path = request.url.pathname.toLowerCase()
    if (path === '/rate_limit') return { body: { rate: { limit: 5000, remaining: 4999 } } }
    if (path === `/users/${SUSPENDED}`)
      return facts.suspended === 404 ? NOT_FOUND : error(403, 'Sorry. Your account was suspended')
    if (path === `/repos/${BLOCKED}`) return error(facts.blockedStatus, 'Repository access blocked')
    // All repositories of the token's own user.
    if (path === '/user/repos') return listed(repositories.map(repositoryOf), request)
    const user = new RegExp(`^/(?:users/${LOGIN}|user/${ID})(?:/(?<what>.+))?$`).exec(path)
    if (user) return ofUser(user.groups?.what, request)
    const { what } = new RegExp(`^/repos/${LOGIN}/acorn-0(?:/(?<what>.+))?$`).exec(path)?.groups ?? {}
    // An empty repository without issues.
    if (path === `/repos/${LOGIN}/seed`) return { body: repositoryOf(90) }
    if (path === `/repos/${LOGIN}/seed/commits`) return error(409, 'Git Repository is empty.')
    if (path === `/repos/${LOGIN}/seed/issues`) return error(410, 'Issues are disabled for this repo')
    if (path === '/search/repositories') {
      const isKnown = request.url.searchParams.get('q') === 'topic:trees'
      const { body, ...more } = listed(isKnown ? repositories.map(repositoryOf) : [], request)
      return { ...more, body: { total_count: repositories.length, incomplete_results: false, items: body } }
    }
    if (new RegExp(`^/repos/${LOGIN}/acorn-0(?:/|$)`).test(path)) return ofRepository(what, request)
    if (path === `/repos/${LOGIN}/old-name`)
      return {
        status: 301,
        headers: { location: `https://api.github.com/repos/${LOGIN}/acorn-0` },
        body: { message: 'Moved Permanently' },
      }
    return path === '/gists/aa5a315d61ae9438b180' ? { body: gistOf(0) } : NOT_FOUND
  }

  const upstream = await startUpstream((request) => {
    const { headers } = request
    if (request.host === 'github.com')
      return request.url.pathname === `/orgs/${LOGIN}/discussions/3` ? postPage('Which trees?') : PAGE_NOT_FOUND
    if (!headers['user-agent']) return { status: 403, body: 'Please make sure your request has a User-Agent header.' }
    if (headers['x-github-api-version'] !== '2022-11-28' && !/^\/(?:rate_limit|graphql)$/.test(request.url.pathname))
      return error(400, 'Unsupported API version')
    const token = /^Bearer (?<token>.+)$/.exec(headers.authorization ?? '')?.groups?.token
    if (token !== undefined && (refused.has(token) || !TOKENS.some((each) => each === token)))
      return error(401, 'Bad credentials')
    if (request.url.pathname === '/graphql')
      return token === undefined
        ? error(401, 'This endpoint requires you to be authenticated.')
        : graphqlOf(request, issues)
    const response = route(request)
    if ((response.status ?? 200) !== 200) return response
    const etag = `W/"${createHash('sha256')
      .update(JSON.stringify([token, response]))
      .digest('hex')}"`
    if (facts.notModified && headers['if-none-match'] === etag) {
      unchanged += 1
      return { status: 304, headers: { etag } }
    }
    return {
      ...response,
      headers: {
        ...response.headers,
        etag,
        ...(facts.reportsLimits && {
          'x-ratelimit-limit': '5000',
          'x-ratelimit-remaining': '4987',
          'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 1_800),
          'x-ratelimit-resource': request.url.pathname.startsWith('/search/') ? 'search' : 'core',
        }),
      },
    }
  })
  return {
    ...upstream,
    handle: LOGIN,
    missing: 'nobody-here',
    ids: () => repositories.map((index) => String(repositoryOf(index).id)),
    eventIds: () => events.slice(0, MAX_EVENTS).map((index) => eventOf(index).id),
    releaseIds: () => releases.map((index) => String(releaseOf(index).id)),
    commitIds: () => commits.map(shaOf),
    issueIds: () => issues.filter((index) => !isPull(index)).map((index) => String(issueOf(index).id)),
    pullIds: () => issues.filter(isPull).map((index) => String(issueOf(index).id)),
    discussionIds: () => issues.map((index) => discussionOf(index).id),
    add(count) {
      const from = commits.length
      const more = Array.from({ length: count }, (_, index) => from + index).reverse()
      commits = [...more, ...commits]
      issues = [...more, ...issues]
    },
    unchanged: () => unchanged,
    suppose(more) {
      facts = { ...facts, ...more }
    },
    refuse: (token) => void refused.add(token),
    publish(count) {
      const from = repositories.length
      repositories = [...Array.from({ length: count }, (_, more) => from + more).reverse(), ...repositories]
    },
  }
}
