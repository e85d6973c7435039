import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAdminReference, createApiReference } from '../references.ts'
import { makeSearchIndex } from '../search-index.ts'
import { prepareIndex, rankEntries } from './rank-entries.ts'

const BASE_URL = 'https://api.example'
const references = await Promise.all(
  [createApiReference(BASE_URL), createAdminReference(BASE_URL)].map(({ make }) => make()),
)
const INDEX = prepareIndex(await makeSearchIndex(references, BASE_URL))

/** What people type → the section or the page that must be among the first three results. */
const QUERIES = {
  // misspelled
  licnse: '/docs/errors#license_expired',
  webhok: '/docs/reference/webhooks',
  kuberntes: '/docs/operate/deploy#kubernetes',
  mastadon: '/docs/reference/platforms#mastodon',
  platfrom: '/docs/reference/platforms',
  'recieve webhooks': '/docs/operate/monitoring#webhooks',
  // other words
  twitter: '/docs/reference/platforms#x',
  insta: '/docs/reference/platforms#instagram',
  yt: '/docs/reference/platforms#youtube',
  key: '/docs/guides/api#wrong-keys',
  'wrong handle': '/docs/errors#handle_malformed',
  docker: '/docs/operate/deploy#containers',
  ssl: '/docs/operate/deploy#proxy-and-tls',
  gdpr: '/docs/operate/backup#deleting-a-persons-data',
  ssrf: '/docs/operate/egress',
  prometheus: '/docs/operate/monitoring#metrics',
  pagination: '/docs/guides/api#paging',
  '429': '/docs/errors#rate_limited',
  gutenberg: '/docs/guides/wordpress-kit',
  typescript: '/docs/reference/javascript-client',
  // settings and codes
  port: '/docs/reference/settings#PORT',
  DRAIN_SECONDS: '/docs/reference/settings#DRAIN_SECONDS',
  'admin token': '/docs/reference/settings#ADMIN_TOKEN',
  cors: '/docs/reference/settings#CORS_ORIGINS',
  invalid_cursor: '/docs/errors#invalid_cursor',
  'license expired': '/docs/errors#license_expired',
  // questions
  'how do i install': '/docs/start/quick-start',
  'restore a backup': '/docs/operate/backup',
  'how to add a platform': '/docs/contribute/platform',
  'env variables': '/docs/reference/settings',
  'update the service': '/docs/operate/upgrades',
  'suspend a license': '/docs/reference/admin-api#suspend-many-licenses',
  'lisence key lost': '/docs/operate/secrets#a-lost-or-leaked-license-key',
  'lost key': '/docs/operate/secrets#a-lost-or-leaked-license-key',
  'forgot my license key': '/docs/operate/secrets#a-lost-or-leaked-license-key',
  'key was stolen': '/docs/operate/secrets#a-lost-or-leaked-license-key',
  'rotate license key': '/docs/reference/cli-licenses#central-api-license-rotate',
  'how to change port': '/docs/reference/settings#PORT',
  'how do I restart': '/docs/operate/deploy#start-stop-and-restart',
  'docker compose': '/docs/operate/deploy#compose',
  hashtag: '/docs/guides/sources#hashtags-and-tags',
  playlist: '/docs/guides/sources#playlists-albums-and-boards',
  'cache time': '/docs/reference/settings#PAGE_FRESH_SECONDS',
  embed: '/docs/guides/validation#what-is-fetched',
  renew: '/docs/reference/cli-licenses#central-api-license-renew',
  'youtube api key': '/docs/reference/platforms#how-to-get-youtube_api_key',
  'suspended license': '/docs/errors#license_suspended',
  'expired license': '/docs/errors#license_expired',
  'rate limit': '/docs/errors#rate_limited',
  'change quota': '/docs/guides/api#quotas',
  price: '/docs/reference/cli-licenses#central-api-plan-set',
  xss: '/docs/guides/ship-a-plugin#untrusted-content',
  logo: '/docs/guides/wordpress-kit#rename-it',
  csp: '/docs/operate/console#security',
  'where are logs': '/docs/operate/monitoring#logs',
  // beginnings
  kube: '/docs/operate/deploy#kubernetes',
  postgres: '/docs/operate/postgresql',
  shortcode: '/docs/guides/wordpress-kit#shortcode-and-template-function',
  'scan profile': '/docs/reference/api#scan-profile',
  'validate link': '/docs/guides/validation',
  quota: '/docs/guides/api#quotas',
} as const

for (const [query, href] of Object.entries(QUERIES)) {
  test(`“${query}” finds ${href} among the first three`, () => {
    const found = rankEntries(INDEX, query).slice(0, 3)
    assert.ok(
      found.some(({ entry }) => entry.href === href),
      found.map(({ entry }) => entry.href).join(' '),
    )
  })
}

/** What people type → what must be the first result, because the next one says something else. */
const FIRST = {
  'lost key': '/docs/operate/secrets#a-lost-or-leaked-license-key',
  'suspended license': '/docs/errors#license_suspended',
  'how to change port': '/docs/reference/settings#PORT',
  'docker compose': '/docs/operate/deploy#compose',
  hashtag: '/docs/guides/sources#hashtags-and-tags',
} as const

for (const [query, href] of Object.entries(FIRST)) {
  test(`“${query}” finds ${href} first`, () => {
    assert.equal(rankEntries(INDEX, query)[0]?.entry.href, href)
  })
}

test('an entry may lack a word for an action, and an entry of less weight comes later', () => {
  const index = prepareIndex([
    { title: 'Fields', on: 'Table', text: 'port port port', weight: 0.1 },
    { title: 'PORT', on: 'Settings', text: 'Port to listen on' },
    { title: 'Store', on: 'Other', text: 'change the port' },
  ])
  const titles = (query: string) => rankEntries(index, query).map(({ entry }) => entry.title)
  assert.deepEqual(titles('change port'), ['PORT', 'Store', 'Fields'])
  assert.deepEqual(titles('change'), ['Store'])
})

test('a short word is not corrected, and nothing is found for what resembles no word', () => {
  assert.deepEqual(rankEntries(INDEX, 'zqx'), [])
  assert.deepEqual(rankEntries(INDEX, 'zzzzzzzz'), [])
  assert.deepEqual(rankEntries(INDEX, '<>"&'), [])
  assert.deepEqual(rankEntries(INDEX, '   '), [])
})

test('an entry with all words comes before one with some, and a rare word counts more', () => {
  const index = prepareIndex([
    { title: 'Restore', on: 'Backup', text: 'restore restore' },
    { title: 'Other', on: 'Other', text: 'restore a backup' },
    ...Array.from({ length: 8 }, (_, at) => ({ title: `Page ${at}`, on: 'Pages', text: 'backup' })),
  ])
  const titles = (query: string) => rankEntries(index, query).map(({ entry }) => entry.title)
  assert.deepEqual(titles('restore a backup'), ['Restore', 'Other'])
  assert.deepEqual(titles('backup of unicorns').slice(0, 1), ['Restore'])
})

test('a text of any length is searched to its end', () => {
  const index = prepareIndex([{ title: 'Long', on: 'Long', text: `${'word '.repeat(5_000)}needle` }])
  assert.equal(rankEntries(index, 'needle').length, 1)
})
