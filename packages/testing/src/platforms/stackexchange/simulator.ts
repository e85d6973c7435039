// Simulates the API of Stack Exchange, quirks included. For tests and benchmarks only.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'

export const SITE = 'cooking.stackexchange.com'
export const USER = 4_711
/** Valid keys. */
export const KEYS = ['key-of-the-bakery', 'key-of-the-mill'] as const

export type StackexchangeSimulator = Simulator & {
  /** Ids of all questions, newest first. */
  questionIds(): readonly string[]
  /** Ids of questions with the tags `bread` and `rye`, newest first. */
  taggedIds(): readonly string[]
  /** Ids of questions with the word `flat`, newest first. */
  foundIds(): readonly string[]
  /** The next response asks to wait before the next call of its method. */
  askToWait(seconds: number): void
  /** The API ignores tags. */
  ignoreTags(): void
}

const START = Date.UTC(2026, 0, 1) / 1_000

const ownerOf = (id: number): JsonObject => ({
  ...{ account_id: 9, reputation: 778, user_id: id, user_type: 'registered', display_name: 'Nia &amp; Co' },
  ...{ profile_image: 'https://i.sstatic.net/nia.png?s=256', link: `https://${SITE}/users/${id}/nia-co` },
})

/** In turn: markup, hostile markup, right to left, a deleted author, no text. */
const CONTENTS: readonly JsonObject[] = [
  {
    title: 'Why is my &quot;rye&quot; flat?',
    body: '<p>It is &lt; 3 cm 🍞. <a href="/help">Help</a></p>',
    tags: ['bread', 'rye'],
  },
  {
    title: 'Hot ovens',
    body: '<p onclick="x()">a<script>alert(1)</script><img src=x onerror=alert(1)></p>',
    tags: ['ovens'],
  },
  { title: 'خبز', body: '<p dir="rtl">خبز الجاودار</p>', tags: ['bread'], score: -3 },
  {
    title: 'Flat bread',
    body: '<pre><code>a &amp; b</code></pre>',
    tags: ['bread', 'rye', 'flat'],
    owner: { user_type: 'does_not_exist' },
  },
  { title: 'Nothing', tags: ['rye', 'bread'], last_edit_date: START },
]

/** Four questions share each second. */
const nthQuestion = (index: number): JsonObject => {
  const id = 130_000 + index * 2
  const owner = ownerOf(index % 3 === 2 ? 99 : USER)
  return {
    ...{
      question_id: id,
      creation_date: START + Math.floor(index / 4) * 60,
      last_activity_date: START + ((index * 37) % 50) * 60,
    },
    ...{ score: index % 7, view_count: index * 3, answer_count: index % 4, is_answered: false, owner },
    ...{ content_license: 'CC BY-SA 4.0', link: `https://${SITE}/questions/${id}/a-title` },
    ...CONTENTS[index % CONTENTS.length],
    // Who asked it is known from the list of their questions.
    asked: owner.user_id,
  }
}

const nthAnswer = (index: number): JsonObject => ({
  ...{ answer_id: 160_000 + index, question_id: 130_000, creation_date: START + index * 60, score: index % 5 },
  ...{ is_accepted: false, owner: ownerOf(USER), body: `<p>More water ${index}</p>`, last_activity_date: START },
})

const error = (id: number, name: string, message: string): SimulatedResponse => ({
  status: 400,
  body: { error_id: id, error_message: message, error_name: name },
})

const SORT_FIELDS: Readonly<Record<string, string>> = {
  ...{ creation: 'creation_date', activity: 'last_activity_date', votes: 'score', hot: 'view_count' },
}

export const startStackexchange = async (): Promise<StackexchangeSimulator> => {
  let questions = Array.from({ length: 70 }, (_, index) => nthQuestion(index)).reverse()
  const answers = Array.from({ length: 46 }, (_, index) => nthAnswer(index)).reverse()
  const refused = new Set<string>()
  let wait: number | undefined
  let ignoresTags = false
  let left = 300

  const isTagged = ({ tags }: JsonObject, wanted: readonly string[]) =>
    ignoresTags || wanted.every((tag) => (tags as readonly string[]).includes(tag))
  const contains = ({ title, body }: JsonObject, words: string) =>
    `${title} ${body}`.toLowerCase().includes(words.toLowerCase())

  const wrap = (items: readonly JsonObject[], hasMore = false): SimulatedResponse => {
    // A short day.
    left = left > 250 ? left - 1 : 300
    const backoff = wait
    wait = undefined
    return {
      body: {
        items,
        has_more: hasMore,
        ...(backoff !== undefined && { backoff }),
        quota_max: 300,
        quota_remaining: left,
      },
    }
  }

  const list = (all: readonly JsonObject[], query: URLSearchParams): SimulatedResponse => {
    const field = SORT_FIELDS[query.get('sort') ?? ''] ?? 'last_activity_date'
    const [page, size] = [Number(query.get('page') ?? '1'), Math.min(100, Number(query.get('pagesize') ?? '30'))]
    if (page > 25 && !query.has('key'))
      return error(403, 'access_denied', 'page above 25 requires access token or app key')
    const most = Number(query.get('max') ?? Number.POSITIVE_INFINITY)
    const sorted = all
      .filter((item) => Number(item[field]) <= most)
      .toSorted((a, b) => Number(b[field]) - Number(a[field]))
    const items = sorted.slice((page - 1) * size, page * size).map(({ asked, body, ...item }) => ({
      ...item,
      ...(query.get('filter') === 'withbody' && body !== undefined && { body }),
    }))
    return wrap(items, sorted.length > page * size)
  }

  const route = (path: string, query: URLSearchParams): SimulatedResponse => {
    if (query.get('site') !== SITE)
      return error(400, 'bad_parameter', `No site found for name \`${query.get('site')}\``)
    if (path === 'info') return wrap([{ total_questions: questions.length, total_answers: answers.length }])
    const { user, what } = /^users\/(?<user>\d+)(?:\/(?<what>questions|answers))?$/.exec(path)?.groups ?? {}
    if (user !== undefined) {
      const known = Number(user) === USER
      if (what === undefined) return wrap(known ? [{ ...ownerOf(USER), creation_date: START - 1_000 }] : [])
      const own = what === 'answers' ? answers : questions.filter(({ asked }) => asked === USER)
      return list(known ? own : [], query)
    }
    if (path === 'questions')
      return list(
        questions.filter((each) => isTagged(each, query.get('tagged')?.split(';') ?? [])),
        query,
      )
    if (path === 'search/advanced')
      return list(
        questions.filter((each) => contains(each, query.get('q') ?? '')),
        query,
      )
    const { one, id } = /^(?<one>questions|answers)\/(?<id>\d+)$/.exec(path)?.groups ?? {}
    if (one === undefined) return error(404, 'no_method', 'no method found with this name')
    const found = [...questions, ...answers].filter(({ answer_id: answer, question_id: question }) =>
      one === 'answers' ? String(answer) === id : answer === undefined && String(question) === id,
    )
    return list(found, new URLSearchParams({ ...Object.fromEntries(query), sort: 'creation' }))
  }

  const upstream = await startUpstream(({ url, host }) => {
    if (host === SITE) return { body: '<title>A question</title>' }
    const key = url.searchParams.get('key')
    if (key !== null && (refused.has(key) || !KEYS.some((each) => each === key)))
      return error(400, 'bad_parameter', "`key` doesn't match a known application")
    return route(url.pathname.replace(/^\/2\.3\//, ''), url.searchParams)
  })

  const idsOf = (items: readonly JsonObject[]): readonly string[] => items.map(({ question_id: id }) => `${SITE}/${id}`)
  return {
    ...upstream,
    handle: `${SITE}/users/${USER}`,
    missing: `${SITE}/users/5`,
    ids: () => idsOf(questions.filter(({ asked }) => asked === USER)),
    questionIds: () => idsOf(questions),
    taggedIds: () => idsOf(questions.filter((each) => isTagged(each, ['bread', 'rye']))),
    foundIds: () => idsOf(questions.filter((each) => contains(each, 'flat'))),
    refuse: (secret) => refused.add(secret),
    publish(count) {
      for (let more = 0; more < count; more += 1) questions = [nthQuestion(questions.length), ...questions]
    },
    askToWait(seconds) {
      wait = seconds
    },
    ignoreTags() {
      ignoresTags = true
    },
  }
}
