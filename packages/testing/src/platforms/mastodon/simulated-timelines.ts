// The simulated servers' hashtags, public timelines and trends: the posts of two authors. Every second one is tagged
// `bread`, every third one `rye`.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import type { SimulatedResponse } from '../suite/simulator.ts'
import { accountEntity, MAIN_HOST, type Status } from './simulated-statuses.ts'

const numberOf = ({ id }: Status): number => Number(BigInt(id) % 1_000_000n)

const tagsOf = (status: Status): readonly string[] => [
  ...(numberOf(status) % 2 === 0 ? ['bread'] : []),
  ...(numberOf(status) % 3 === 0 ? ['rye'] : []),
]

/** As tagged, and by one of two authors. */
const dressed = (status: Status): Status => ({
  ...status,
  tags: tagsOf(status).map((name) => ({ name, url: `https://${MAIN_HOST}/tags/${name}` })),
  account: numberOf(status) % 4 === 0 ? accountEntity('seed', 'remote.example', { id: '555' }) : status.account,
})

export const isTagged =
  (any: readonly string[], all: readonly string[] = [], none: readonly string[] = []) =>
  (status: Status): boolean => {
    const tags = tagsOf(status)
    const has = (tag: string) => tags.includes(tag)
    return any.some(has) && all.every(has) && !none.some(has)
  }

export const rank = (status: Status): number => (numberOf(status) * 37) % 101

const INSTANCE: JsonObject = {
  ...{ uri: MAIN_HOST, title: 'Social & garden', short_description: '<p>About <b>plants</b></p>', version: '4.5.0' },
  ...{ description: '', stats: { user_count: 321, status_count: 4_321, domain_count: 12 } },
  thumbnail: 'https://files.social.example/site_uploads/thumb.png',
}

type Request = {
  readonly path: string
  readonly query: URLSearchParams
  readonly isOlder: (id: string, than: string) => boolean
}

/** `statuses`: what everybody may see, newest first. undefined for another path. */
export const respondWithTimeline = (
  { path, query, isOlder }: Request,
  statuses: readonly Status[],
): SimulatedResponse | undefined => {
  if (path === '/api/v1/instance') return { body: INSTANCE }
  const limit = Math.min(40, Number(query.get('limit') ?? '20'))
  if (path === '/api/v1/trends/statuses') {
    const offset = Number(query.get('offset') ?? '0')
    const ranked = statuses.toSorted((one, other) => rank(one) - rank(other))
    return { body: ranked.slice(offset, offset + limit).map(dressed) }
  }
  const tag = /^\/api\/v1\/timelines\/tag\/([^/]+)$/.exec(path)?.[1]
  if (tag === undefined && path !== '/api/v1/timelines/public') return undefined
  const all = (name: string) => query.getAll(`${name}[]`)
  const wanted =
    tag === undefined ? () => true : isTagged([decodeURIComponent(tag), ...all('any')], all('all'), all('none'))
  const maxId = query.get('max_id')
  const page = statuses
    .filter((status) => wanted(status) && (maxId === null || isOlder(status.id, maxId)))
    .filter((status) => query.get('only_media') !== 'true' || (status.media_attachments as []).length > 0)
    .slice(0, limit)
    .map(dressed)
  const last = page.at(-1)
  // The link forgets all hashtags but the first.
  const link = last && `<https://${MAIN_HOST}${path}?max_id=${last.id}>; rel="next"`
  return { body: page, headers: link ? { link } : {} }
}
