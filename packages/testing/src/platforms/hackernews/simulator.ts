// Simulates the API of Hacker News and its search, quirks included. For tests and benchmarks only.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'

export const NAME = 'nia'
const START = Date.UTC(2026, 0, 1) / 1_000
const MOST_HITS = 1_000

export type HackernewsSimulator = Simulator & {
  /** Ids of all stories, newest first. */
  storyIds(): readonly string[]
  /** Ids of the front page, best first. */
  rankedIds(): readonly string[]
  /** Ids of stories with the word `rye`, newest first. */
  foundIds(): readonly string[]
  /** Ids of stories that link to `bread.example` or a host below it, newest first. */
  linkedIds(): readonly string[]
  /** Changes the places of the stories on the front page. */
  shuffle(): void
  /** The search does not know the newest stories yet. */
  lag(stories: number): void
  /** Removes a story from the API, as moderators do; the search still has it. */
  kill(id: string): void
  /** The search ignores all filters but the number of hits. */
  ignoreFilters(): void
}

type Item = JsonObject & { readonly id: number; readonly time: number; readonly by: string; readonly type: string }

/** In turn: a link, a text, hostile markup, a site that only ends alike, a job without a score. */
const CONTENTS: readonly JsonObject[] = [
  { title: 'Rye & ovens 🍞', url: 'https://bread.example/ovens' },
  {
    title: 'Ask HN: Which flour?',
    text: 'Wheat &amp; <i>spelt</i>?<p>See <a href="item?id=1" rel="nofollow">this</a>.',
  },
  { title: 'Trust <b>me</b>', text: '<script>alert(1)</script><a href="javascript:alert(1)">x</a>' },
  { title: 'Grey ovens', url: 'https://greybread.example/rye' },
  { title: 'خبز الجاودار rye', url: 'https://blog.bread.example/a', descendants: null },
  { title: 'Rye Inc is hiring', url: 'https://jobs.example/1', type: 'job', descendants: undefined },
]

/** Three items share each second. */
const nthItem = (index: number): Item => ({
  ...{ id: 46_000_000 + index * 3, time: START + Math.floor(index / 3) * 60, type: 'story' },
  by: index % 4 === 3 ? 'omar' : NAME,
  ...{ score: index % 9, descendants: index % 5 },
  ...CONTENTS[index % CONTENTS.length],
})

const nthComment = (index: number): Item => ({
  ...{ id: 47_000_000 + index, time: START + index * 30, by: NAME, type: 'comment', parent: 46_000_000 },
  text: `Rye, always.<p>Part ${index}`,
})

/** `_tags` as the search has them. */
const tagsOf = ({ id, by, type, parent }: Item): readonly string[] => [type, `author_${by}`, `story_${parent ?? id}`]

const hitOf = (item: Item): JsonObject => ({
  ...{ objectID: String(item.id), author: item.by, created_at_i: item.time, _tags: tagsOf(item) },
  created_at: new Date(item.time * 1_000).toISOString().replace('.000Z', 'Z'),
  updated_at: '2026-11-01T00:00:00Z',
  ...(item.type === 'comment'
    ? { comment_text: item.text, parent_id: item.parent, story_id: item.parent, story_title: 'Rye', points: null }
    : {
        ...{ title: item.title, points: item.score, num_comments: item.descendants, story_id: item.id },
        ...(item.url !== undefined && { url: item.url }),
        ...(item.text !== undefined && { story_text: item.text }),
      }),
})

/** `a,(b,c)`: a and one of b and c. */
const matches = (tags: readonly string[], filter: string): boolean =>
  (filter.match(/\([^)]*\)|[^,()]+/g) ?? []).every((part) =>
    part
      .replace(/[()]/g, '')
      .split(',')
      .some((tag) => tags.includes(tag)),
  )

const titleOf = ({ title, text }: Item): string => String(title ?? text).toLowerCase()

export const startHackernews = async (): Promise<HackernewsSimulator> => {
  let stories = Array.from({ length: 64 }, (_, index) => nthItem(index)).reverse()
  const comments = Array.from({ length: 47 }, (_, index) => nthComment(index)).reverse()
  const dead = new Set<string>()
  let turn = 0
  let unknown = 0
  let ignores = false

  const ranked = (): readonly Item[] => stories.toSorted((a, b) => ((a.id + turn) % 7) - ((b.id + turn) % 7))
  const isRye = (item: Item) => titleOf(item).includes('rye')
  const isLinked = ({ url }: Item) => /^https:\/\/(?:[^/]+\.)?bread\.example\//.test(String(url))

  const search = (query: URLSearchParams, byDate: boolean): SimulatedResponse => {
    const [, until] = /^created_at_i<=(\d+)$/.exec(query.get('numericFilters') ?? '') ?? []
    const words = query.get('query')?.toLowerCase() ?? ''
    const isUrl = query.get('restrictSearchableAttributes') === 'url'
    const all = [...stories.slice(unknown), ...comments].sort((a, b) => b.time - a.time || b.id - a.id)
    const found = all.filter(
      (item) =>
        matches(tagsOf(item), query.get('tags') ?? '') &&
        item.time <= Number(until ?? Number.POSITIVE_INFINITY) &&
        (isUrl ? String(item.url).includes(words) : titleOf(item).includes(words)),
    )
    const [page, size] = [
      Number(query.get('page') ?? '0'),
      Math.min(MOST_HITS, Number(query.get('hitsPerPage') ?? '20')),
    ]
    const sorted = byDate ? found : found.toSorted((a, b) => Number(b.score) - Number(a.score))
    const hits = (ignores ? all : sorted).slice(0, MOST_HITS).slice(page * size, (page + 1) * size)
    return {
      body: { hits: hits.map(hitOf), page, nbHits: found.length, hitsPerPage: size, params: 'advancedSyntax=true' },
    }
  }

  const read = (path: string): SimulatedResponse => {
    const { user } = /^user\/(?<user>[\w-]+)$/.exec(path)?.groups ?? {}
    // A user who never wrote anything does not exist either.
    if (user !== undefined) return { body: user === NAME ? userOf(stories) : null }
    const { list } = /^(?<list>top|best|ask|show|job)stories$/.exec(path)?.groups ?? {}
    if (list !== undefined) return { body: ranked().map(({ id }) => id) }
    const { id = '' } = /^item\/(?<id>\d+)$/.exec(path)?.groups ?? {}
    if (dead.has(id)) return { body: { id: Number(id), dead: true, type: 'story', time: START, title: '[flagged]' } }
    return { body: [...stories, ...comments].find((item) => String(item.id) === id) ?? null }
  }

  const show = (query: URLSearchParams): SimulatedResponse =>
    stories.some(({ id }) => String(id) === query.get('id'))
      ? { body: '<title>A story</title>' }
      : { body: 'No such item.' }

  const upstream = await startUpstream(({ url, host }) => {
    if (host === 'news.ycombinator.com') return show(url.searchParams)
    if (host === 'hn.algolia.com') {
      const byDate = url.pathname === '/api/v1/search_by_date'
      if (byDate || url.pathname === '/api/v1/search') return search(url.searchParams, byDate)
      return { status: 404, body: { status: 404, error: 'Not Found' } }
    }
    return read(url.pathname.replace(/^\/v0\//, '').replace(/\.json$/, ''))
  })

  const idsOf = (items: readonly Item[]): readonly string[] => items.map(({ id }) => String(id))
  return {
    ...upstream,
    handle: NAME,
    missing: 'nobody',
    ids: () => idsOf(stories.filter(({ by }) => by === NAME)),
    storyIds: () => idsOf(stories),
    rankedIds: () => idsOf(ranked()),
    foundIds: () => idsOf(stories.filter(isRye)),
    linkedIds: () => idsOf(stories.filter(isLinked)),
    publish(count) {
      const from = stories.length
      stories = [...Array.from({ length: count }, (_, more) => nthItem(from + more)).reverse(), ...stories]
    },
    shuffle() {
      turn += 3
    },
    lag(count) {
      unknown = count
    },
    kill: (id) => dead.add(id),
    ignoreFilters() {
      ignores = true
    },
  }
}

const userOf = (stories: readonly Item[]) => ({
  ...{ id: NAME, about: 'I bake &amp; write.', created: START - 1_000, delay: 0, karma: 77 },
  submitted: stories.map(({ id }) => id),
})
