// A stand-in for the Graph API as far as Pages go. Addresses of next pages repeat the token, as the real ones do. What
// nobody knows of it can be switched. Only tests and benchmarks use it.

import type { JsonObject } from '../../parsing/json-value.ts'
import {
  type Asked,
  createTokens,
  graphFault,
  pageOf,
  parseFields,
  select,
  tokenOf,
  usageHeaders,
} from '../meta/simulated-graph.ts'
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, startUpstream } from '../suite/simulator.ts'
import { idOf, isSeen, nthPost, PAGE, PAGE_ID } from './simulated-posts.ts'

export type FacebookQuirks = {
  /** How addresses of next pages say where they begin. */
  paging: 'cursor' | 'time'
  /** Whether the token reads Pages of others. */
  isReviewed: boolean
  /** A field that is refused. */
  refuses: string
  used: number
}

export type FacebookSimulator = Simulator & { readonly quirks: FacebookQuirks; end(token: string): void }

export const TOKENS = ['EAAsystemtoken', 'EAAothertoken'] as const
const HOST = 'graph.facebook.com'
const CONTROL = '20531316728'

const unknown = (id: string): SimulatedAnswer =>
  graphFault(
    100,
    `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    { subcode: 33, type: 'GraphMethodException' },
  )

export const startFacebook = async (count = 57): Promise<FacebookSimulator> => {
  const quirks: FacebookQuirks = { paging: 'cursor', isReviewed: true, refuses: '', used: 12 }
  const tokens = createTokens(TOKENS)
  let indexes = Array.from({ length: count }, (_, index) => index).reverse()

  const listOf = (fields: readonly Asked[], query: URLSearchParams, url: URL): JsonObject | undefined => {
    const limit = Number(query.get('limit') ?? '25')
    const after = query.get('after') ?? query.get('__paging_token')
    const page = pageOf(indexes.map(nthPost), after?.replace(/^enc_/, ''), limit)
    if (page === undefined || limit > 100) return undefined
    const next = new URL(`https://${HOST}/v26.0/${PAGE_ID}/posts`)
    for (const name of ['access_token', 'appsecret_proof']) {
      const value = url.searchParams.get(name)
      if (value !== null) next.searchParams.set(name, value)
    }
    next.searchParams.set('pretty', '0')
    next.searchParams.set('limit', String(limit))
    if (quirks.paging === 'cursor') next.searchParams.set('after', page.after ?? '')
    else {
      next.searchParams.set('until', '1624385168')
      next.searchParams.set('__paging_token', `enc_${page.after}`)
    }
    return {
      data: page.items.map((item) => select(item, fields)),
      paging: { cursors: { before: page.before, after: page.after }, ...(!page.isLast && { next: next.href }) },
    }
  }

  const readPage = (url: URL, asked: readonly Asked[]): SimulatedAnswer => {
    const posts = asked.find(({ name }) => name === 'posts')
    const list = posts && listOf(posts.fields, new URLSearchParams([...posts.modifiers]), url)
    return { body: { ...select(PAGE, asked), ...(list && { posts: list }) } }
  }

  const routeOf = (url: URL, path: string, asked: readonly Asked[]): SimulatedAnswer => {
    const name = path.toLowerCase()
    if (name === 'oldacme') return graphFault(21, `(#21) Page ID 3000003 was migrated to page ID ${PAGE_ID}.`)
    if (name === CONTROL) return quirks.isReviewed ? { body: { id: CONTROL } } : unknown(path)
    if (name === PAGE_ID || name === 'acmebakery') return readPage(url, asked)
    if (name === `${PAGE_ID}/posts`) {
      const list = listOf(asked, url.searchParams, url)
      return list ? { body: list } : graphFault(100, '(#100) Invalid cursors values.')
    }
    const index = indexes.find((each) => idOf(each) === name)
    return index === undefined ? unknown(path) : { body: select(nthPost(index), asked) }
  }

  const upstream = await startUpstream((request: SimulatedRequest) => {
    const { url, host } = request
    const [, path] = /^\/v26\.0\/([\w./]+)$/.exec(url.pathname) ?? []
    if (host !== HOST || path === undefined) return { status: 404, body: '' }
    const fault = tokens.faultOf(tokenOf(request))
    if (fault) return fault
    const asked = parseFields(url.searchParams.get('fields') ?? 'id')
    const all = asked.flatMap((field) => [field, ...field.fields])
    if (all.some(({ name }) => name === quirks.refuses))
      return graphFault(100, `(#100) Tried accessing nonexisting field (${quirks.refuses}) on node type (Page)`)
    return { ...routeOf(url, path, asked), headers: usageHeaders(quirks.used) }
  })
  return {
    ...upstream,
    handle: 'acmebakery',
    missing: 'nobody.here',
    quirks,
    refuse: tokens.refuse,
    end: tokens.end,
    ids: () => indexes.filter(isSeen).map(idOf),
    publish(more) {
      const from = indexes.length
      indexes = [...Array.from({ length: more }, (_, index) => from + index).reverse(), ...indexes]
    },
  }
}
