import assert from 'node:assert/strict'
import { test } from 'node:test'
import { responseOf } from '@central-api/testing/feeds/response-of.ts'
import { buildProfile } from '../../post/build-post.ts'
import { PAGE_LIMITS } from '../../post/html-limit.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { readStatuses } from './read-statuses.ts'

const TAGS = 6_000
const STATUSES = Array.from({ length: 50 }, (_, n) => {
  const content = '<b>x</b>'.repeat(TAGS / 2)
  const own = { id: String(1_000 - n), visibility: 'public', created_at: '2026-01-01T00:00:00Z' }
  // A boost has the text of the original.
  return n % 2 === 0 ? { ...own, content } : { ...own, content: '', reblog: { ...own, id: `o${n}`, content } }
})

const send: Send = async ({ query }) => {
  const before = query?.max_id ?? '9999'
  const found = STATUSES.filter(({ id }) => Number(id) < Number(before)).slice(0, 20)
  return responseOf(JSON.stringify(found), { type: 'application/json' })
}

const HANDLE = 'garden@social.example'
const ACCOUNT = {
  id: HANDLE,
  profile: buildProfile({ handle: HANDLE }),
  keep: { handle: HANDLE, host: 'social.example', id: '1' },
}

/** The ids of each page, for at most ten pages. */
const walkPages = async (send: Send, between: (page: number) => void = () => {}): Promise<readonly string[][]> => {
  const pages: string[][] = []
  let after: string | undefined
  do {
    const request = {
      send,
      ask: send,
      settings: {},
      now: () => 0,
      wait: async () => {},
      handle: HANDLE,
      variant: 'all',
    }
    const page = await readStatuses({ ...request, after, limit: 20, account: async () => ACCOUNT })
    pages.push(page.posts.map(({ id }) => id))
    after = page.next
    between(pages.length)
  } while (after !== undefined && pages.length < 10)
  return pages
}

test('a page of long statuses is shorter, and no status is skipped or repeated', async () => {
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await readStatuses({
      ...{ send, ask: send },
      settings: {},
      now: () => 0,
      wait: async () => {},
      handle: HANDLE,
      variant: 'all',
      after,
      limit: 20,
      account: async () => ACCOUNT,
    })
    assert.ok(page.posts.length <= Math.floor(PAGE_LIMITS.tags / TAGS))
    ids.push(...page.posts.map(({ id }) => id))
    after = page.next
  } while (after !== undefined)
  assert.deepEqual(
    ids,
    STATUSES.map(({ id }) => id),
  )
})

type Status = {
  readonly id: string
  readonly visibility: string
  readonly created_at: string
  readonly content: string
}

const MINUTE_MS = 60_000
const statusAt = (number: number, more: Partial<Status> = {}): Status => ({
  id: String(number),
  visibility: 'public',
  created_at: new Date(number * MINUTE_MS).toISOString(),
  content: `<p>${number}</p>`,
  ...more,
})
const statuses = (newest: number, count: number): Status[] =>
  Array.from({ length: count }, (_, index) => statusAt(newest - index))
const idsOf = (list: readonly Status[]): string[] => list.map(({ id }) => id)

/** A server with this list. `list` gets all statuses (newest first), `max_id` and the limit. */
const serverOf =
  (
    list: (before: string | undefined, limit: number) => readonly unknown[],
    links?: (page: readonly unknown[]) => string,
    maxIds: (string | undefined)[] = [],
  ): Send =>
  async ({ query = {} }) => {
    if (query.pinned !== undefined) return responseOf('[]', { type: 'application/json' })
    const before = query.max_id === undefined ? undefined : String(query.max_id)
    maxIds.push(before)
    const page = list(before, Number(query.limit))
    const headers = links ? { link: links(page) } : {}
    return responseOf(JSON.stringify(page), { type: 'application/json', headers })
  }

const isBehind = (before: string | undefined) => (status: Status) =>
  before === undefined || Number(status.id) < Number(before)

test('a walk ends after one page of a server that ignores max_id', async () => {
  const all = statuses(1_000, 50)
  const pages = await walkPages(serverOf((_, limit) => all.slice(0, limit)))
  assert.deepEqual(pages, [idsOf(all.slice(0, 20)), []])
})

test('a walk of a server that ignores max_id ends, however many statuses arrive meanwhile', async () => {
  for (const arriving of [1, 5, 19, 25]) {
    const all = statuses(1_000, 50)
    const returned = idsOf(all.slice(0, 20))
    const maxIds: (string | undefined)[] = []
    const pages = await walkPages(
      serverOf((_, limit) => all.slice(0, limit), undefined, maxIds),
      () => all.unshift(...statuses(Number(all[0]?.id) + arriving, arriving)),
    )
    assert.deepEqual([pages, maxIds.length], [[returned, []], 2], String(arriving))
  }
})

test('a server that ignores max_id and the limit returns each status once', async () => {
  const all = statuses(1_000, 50)
  const expected = idsOf(all)
  const pages = await walkPages(
    serverOf(() => all),
    () => all.unshift(statusAt(Number(all[0]?.id) + 1)),
  )
  assert.deepEqual(pages.flat(), expected)
})

test('a server that includes the status of max_id repeats none', async () => {
  const all = statuses(1_000, 50)
  const pages = await walkPages(
    serverOf((before, limit) =>
      all.filter((status) => status.id === before || isBehind(before)(status)).slice(0, limit),
    ),
  )
  assert.deepEqual(pages.flat(), idsOf(all))
})

test('without a Link header, a short batch is not the end, but an empty one is', async () => {
  const all = statuses(1_000, 50)
  const maxIds: (string | undefined)[] = []
  const pages = await walkPages(serverOf((before) => all.filter(isBehind(before)).slice(0, 13), undefined, maxIds))
  assert.deepEqual(pages.flat(), idsOf(all))
  assert.equal(maxIds.at(-1), all.at(-1)?.id)
})

test('a short batch with a Link header without next is the end', async () => {
  const all = statuses(1_000, 5)
  const maxIds: (string | undefined)[] = []
  const links = () => '<https://social.example/x?min_id=1000>; rel="prev"'
  const pages = await walkPages(serverOf((before) => all.filter(isBehind(before)), links, maxIds))
  assert.deepEqual([pages, maxIds], [[idsOf(all)], [undefined]])
})

test('an empty batch with a Link header with next is not the end', async () => {
  const all = statuses(40, 40)
  /** Filters after cutting the batch. */
  const list = (before: string | undefined) =>
    all
      .filter(isBehind(before))
      .slice(0, 20)
      .filter(({ id }) => Number(id) <= 20)
  const links = (page: readonly unknown[]) =>
    page.length === 0 ? '<https://social.example/x?max_id=21>; rel="next"' : '<https://social.example/x>; rel="prev"'
  const pages = await walkPages(serverOf(list, links))
  assert.deepEqual(pages.flat(), idsOf(all.slice(20)))
})

test('ids without an order are paged as well', async () => {
  const all = statuses(1_000, 45).map((status, index) => ({ ...status, id: `x${(index * 7_919) % 997}` }))
  const behind = (before: string | undefined) =>
    before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1
  const pages = await walkPages(serverOf((before, limit) => all.slice(behind(before)).slice(0, limit)))
  assert.deepEqual(pages.flat(), idsOf(all))
})

test('a boost is sorted by its own time, whatever the id of the original', async () => {
  const boost = (number: number) => statusAt(number, { reblog: statusAt(5_000 - number) } as Partial<Status>)
  const all = Array.from({ length: 45 }, (_, index) => boost(1_000 - index))
  const pages = await walkPages(serverOf((before, limit) => all.filter(isBehind(before)).slice(0, limit)))
  assert.deepEqual(pages.flat(), idsOf(all))
})
