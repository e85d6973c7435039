// URLs of Stack Exchange that the service cannot scan.

import type { Unsupported, UnsupportedKind } from '../../upstream/contract/unsupported.ts'
import { OWN_HOSTS, SITE_NAME } from './sites.ts'

const HOSTS = [...OWN_HOSTS.keys(), '{site}.stackexchange.com']
const at = (...paths: readonly string[]): readonly string[] =>
  HOSTS.flatMap((host) => paths.map((path) => `${host}/${path}`))

const URLS: Partial<Readonly<Record<UnsupportedKind, readonly string[]>>> = {
  feed: at('unanswered/**', 'questions?tab={chosen}', '?tab={chosen}', 'questions?filters={filters}'),
  section: at(
    'questions/tagged/{tag}?tab={chosen}',
    'questions/tagged/{tag}?filters={filters}',
    'questions/tagged/{tag}/info',
    'tags/{tag}/info',
    'users/{id}/{name}?tab={part}',
  ),
  view: at('users/{id}/{name}?sort={order}'),
  likes: at('users/{id}/{name}?tab={saved}', 'users/saves/**'),
  hashtag: at('questions/tagged/{several}'),
  search: at('search?q={operators}'),
  community: ['stackoverflow.com/collectives/**'],
  person: ['stackexchange.com/users/{id}/**'],
}

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, tags, plain searches and whole sites of Stack Exchange.',
  says: {
    hashtag: 'The API finds questions that have all of several tags, not those that have any of them.',
    search: 'The API does not have the operators of the site’s own search.',
  },
  parts: {
    site: SITE_NAME,
    id: '[1-9]\\d{0,9}',
    name: '[^/]*',
    chosen: '(?:[Bb]ounties|[Bb]ountied|[Uu]nanswered|[Ff]eatured|[Mm]onth|[Ii]nteresting)',
    filters: '.+',
    part: '(?:comments|tags|badges|reputation|votes|bounties|activity|topactivity)',
    order: '(?:votes|views|activity)',
    tag: '[^/]+',
    saved: '(?:bookmarks|saves|favorites|following)',
    several: '.+(?:\\+|%20| )or(?:\\+|%20| ).+',
    operators: '.*(?:[\\[\\]:*"]|\\b[Oo][Rr]\\b).*',
  },
  urls: URLS,
}
