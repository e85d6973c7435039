// Simulates a Discourse forum, quirks included. For tests and benchmarks only.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'

export const HOST = 'forum.example'
const PER_PAGE = 30
const START = Date.UTC(2026, 0, 1)

export type DiscourseSimulator = Simulator & {
  /** Ids of all topics, newest first. */
  topicIds(): readonly string[]
  /** Ids of the topics of category 5, newest first. */
  categoryIds(): readonly string[]
  /** Ids of the topics with the tag `rye`, newest first. */
  taggedIds(): readonly string[]
}

const USERS: readonly JsonObject[] = [
  { id: 4, username: 'Nia', name: 'Nia & Co 🍞', avatar_template: '/user_avatar/forum.example/nia/{size}/5_2.png' },
  { id: 5, username: 'omar', name: '', avatar_template: '//avatars.example/omar/{size}.png' },
]

/** In turn: markup, hostile markup, right to left, a link, a tag as an object. */
const CONTENTS: readonly JsonObject[] = [
  { title: 'Why is my "rye" flat?', tags: ['rye'], cooked: '<p>It is &lt; 3 cm 🍞. <a href="/faq">FAQ</a></p>' },
  {
    title: 'Hot <ovens>',
    tags: [],
    cooked: '<p onclick="x()">a<script>alert(1)</script><img src=x onerror=alert(1)></p>',
  },
  { title: 'خبز', tags: [{ id: 7, name: 'rye', slug: 'rye' }], cooked: '<p dir="rtl">خبز الجاودار</p>' },
  {
    title: 'Flat bread',
    featured_link: 'https://bread.example/flat',
    cooked: '<p><a class="onebox" href="https://bread.example/flat">Flat</a></p>',
  },
]

/** Two topics share each moment. */
const nthTopic = (index: number): JsonObject => {
  const { cooked: _, ...content } = CONTENTS[index % CONTENTS.length] ?? {}
  const [own, other] = index % 3 === 2 ? [5, 4] : [4, 5]
  return {
    ...{
      id: 1_200 + index,
      slug: `topic-${index}`,
      posts_count: 1 + (index % 4),
      views: index * 2,
      like_count: index % 6,
    },
    ...{ category_id: index % 2 === 0 ? 5 : 6, visible: true, pinned: index === 0, archetype: 'regular' },
    ...{ image_url: index % 5 === 0 ? '/uploads/bread.jpg' : null },
    created_at: new Date(START + Math.floor(index / 2) * 60_000).toISOString(),
    bumped_at: new Date(START + ((index * 37) % 50) * 60_000).toISOString(),
    posters: [
      { description: 'Original Poster', user_id: own },
      { description: 'Most Recent Poster', user_id: other },
    ],
    ...content,
  }
}

const firstPostOf = (topic: JsonObject): JsonObject => {
  const index = Number(topic.id) - 1_200
  const [poster] = topic.posters as readonly JsonObject[]
  const { username, name, avatar_template } = USERS.find(({ id }) => id === poster?.user_id) ?? {}
  return {
    ...{ id: Number(topic.id) + 4_000, username, name, avatar_template, created_at: topic.created_at, post_number: 1 },
    ...{
      topic_id: topic.id,
      cooked: CONTENTS[index % CONTENTS.length]?.cooked,
      actions_summary: [{ id: 2, count: index % 3 }],
    },
  }
}

const error = (status: number, type: string, message: string): SimulatedResponse => ({
  status,
  body: { errors: [message], error_type: type },
})
const NOT_FOUND = error(404, 'not_found', 'The requested URL or resource could not be found.')

const isTagged = ({ tags }: JsonObject, name: string): boolean =>
  (tags as readonly (string | JsonObject)[] | undefined)?.some(
    (tag) => (typeof tag === 'string' ? tag : tag.name) === name,
  ) === true

export const startDiscourse = async (): Promise<DiscourseSimulator> => {
  let topics = Array.from({ length: 95 }, (_, index) => nthTopic(index)).reverse()
  const own = (all: readonly JsonObject[]) =>
    all.filter(({ posters }) => (posters as readonly JsonObject[])[0]?.user_id === 4)
  const inCategory = (all: readonly JsonObject[]) => all.filter(({ category_id: id }) => id === 5)
  const tagged = (all: readonly JsonObject[]) => all.filter((topic) => isTagged(topic, 'rye'))

  /** The number of topics of a page is the forum's. Without an order, pinned topics come first, and again in their place. */
  const list = (all: readonly JsonObject[], by: string, query: URLSearchParams): SimulatedResponse => {
    const page = Number(query.get('page') ?? '0')
    const field = by === 'latest' ? 'bumped_at' : 'views'
    const sorted =
      query.get('order') === 'created' ? all : all.toSorted((a, b) => (String(a[field]) < String(b[field]) ? 1 : -1))
    const pinned = query.has('order') || page > 0 ? [] : all.filter((topic) => topic.pinned === true)
    const shown = [...pinned, ...sorted.slice(page * PER_PAGE, (page + 1) * PER_PAGE)]
    const hasMore = sorted.length > (page + 1) * PER_PAGE
    return {
      body: {
        users: USERS,
        topic_list: {
          per_page: PER_PAGE,
          topics: shown,
          ...(hasMore && { more_topics_url: `/latest?page=${page + 1}` }),
        },
      },
    }
  }

  const route = (path: string, query: URLSearchParams): SimulatedResponse => {
    if (path === '/site/basic-info.json')
      return { body: { title: 'Bread & butter', description: 'For bakers.', logo_url: '/logo.png' } }
    const user = /^\/u\/(?<name>[^/]+)\.json$/.exec(path)?.groups?.name
    if (user === 'quiet') return { body: { user: { id: 9, username: 'quiet', profile_hidden: true } } }
    if (user !== undefined)
      return user === 'nia'
        ? { body: { user: { ...USERS[0], bio_cooked: '<p>I bake.</p>', created_at: '2020-01-01T00:00:00.000Z' } } }
        : NOT_FOUND
    if (path === '/topics/created-by/nia.json') return list(own(topics), 'latest', query)
    if (path === '/c/5/show.json')
      return {
        body: {
          category: { id: 5, name: 'Bread', slug: 'bread', description: 'All about <b>bread</b>.', topic_count: 48 },
        },
      }
    if (path === '/c/8/show.json')
      return error(403, 'invalid_access', 'You are not permitted to view the requested resource.')
    const [, root = '', by = ''] = /^\/(c\/5\/l\/|tag\/rye\/l\/|)(latest|top|hot)\.json$/.exec(path) ?? []
    if (by !== '')
      return list(root === '' ? topics : root.startsWith('c') ? inCategory(topics) : tagged(topics), by, query)
    const [, id] = /^\/(?:t|posts\/by_number)\/(\d+)(?:\/1)?\.json$/.exec(path) ?? []
    const topic = topics.find((each) => String(each.id) === id)
    if (topic === undefined) return NOT_FOUND
    return {
      body: path.startsWith('/t/') ? { ...topic, post_stream: { posts: [firstPostOf(topic)] } } : firstPostOf(topic),
    }
  }

  const upstream = await startUpstream(({ url, host }) => {
    if (host !== HOST) return { status: 404, body: '<h1>Not Found</h1>' }
    if (url.pathname === '/t/1') return NOT_FOUND
    return url.pathname.endsWith('.json')
      ? route(decodeURIComponent(url.pathname), url.searchParams)
      : { body: '<title>A topic</title>' }
  })

  const idsOf = (all: readonly JsonObject[]): readonly string[] => all.map(({ id }) => `${HOST}/t/${id}`)
  return {
    ...upstream,
    handle: `${HOST}/u/nia`,
    missing: `${HOST}/u/nobody`,
    hidden: `${HOST}/u/quiet`,
    ids: () => idsOf(own(topics)),
    topicIds: () => idsOf(topics),
    categoryIds: () => idsOf(inCategory(topics)),
    taggedIds: () => idsOf(tagged(topics)),
    publish(count) {
      for (let more = 0; more < count; more += 1) topics = [nthTopic(topics.length), ...topics]
    },
  }
}
