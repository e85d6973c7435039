import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Errors } from 'typebox/value'
import { Type } from '../parsing/type.ts'
import { platform, source } from '../upstream/contract/platform.ts'
import { createRegistry } from '../upstream/registry.ts'
import { ALL_PLATFORMS } from './all.ts'
import { describePlatforms, PlatformDescription } from './describe-platforms.ts'

const keyed = platform({
  id: 'keyed',
  name: 'Keyed',
  handles: ['name', '@name'],
  variants: { posts: 'all posts', media: 'posts with media' },
  settings: Type.Object({ KEYED_API_KEY: Type.String({ default: '', description: 'The key.' }) }),
  canonicalize: (input) => input,
  credentials: [
    {
      id: 'key',
      settings: ['KEYED_API_KEY'],
      read: ({ KEYED_API_KEY }) => [{ secrets: { key: KEYED_API_KEY } }],
      sign: ({ key = '' }) => ({ headers: { 'x-api-key': key } }),
      steps: ['Request a key.'],
    },
  ],
  refuses: 'Stories are not available.',
  keepsPictures: false,
  kinds: {
    hashtag: {
      meaning: 'a hashtag',
      handles: ['#tag'],
      variants: { posts: 'all its posts' },
      order: 'newest',
      authors: 'many',
      refuses: 'Nothing older than a week.',
    },
  },
  kindOf: (handle) => (handle.startsWith('#') ? 'hashtag' : 'account'),
  unsupported: {
    instead: 'The service scans accounts only.',
    urls: { group: ['keyed.example/groups/{group}'] },
  },
  sources: [
    source({
      id: 'api',
      provenance: 'official_api',
      credential: 'key',
      account: async () => assert.fail('an account'),
      posts: async () => assert.fail('a page'),
    }),
    source({
      id: 'feed',
      provenance: 'feed',
      kinds: ['account'],
      variants: ['media'],
      account: async () => assert.fail('an account'),
      posts: async () => assert.fail('a page'),
    }),
  ],
})

test('a description has what clients need and never reveals the operator’s settings', () => {
  const describedWith = (configured: boolean) => ({
    id: 'keyed',
    name: 'Keyed',
    provenance: 'official_api',
    sources: [
      { id: 'api', provenance: 'official_api', variants: ['posts', 'media'], configured },
      { id: 'feed', provenance: 'feed', variants: ['media'], configured: true },
    ],
    variants: [
      { id: 'posts', meaning: 'all posts' },
      { id: 'media', meaning: 'posts with media' },
    ],
    handles: ['name', '@name'],
    kinds: [
      {
        id: 'account',
        meaning: 'an account',
        handles: ['name', '@name'],
        variants: [
          { id: 'posts', meaning: 'all posts' },
          { id: 'media', meaning: 'posts with media' },
        ],
        order: 'newest',
        authors: 'one',
        configured: true,
        needs: [],
        refuses: null,
      },
      {
        id: 'hashtag',
        meaning: 'a hashtag',
        handles: ['#tag'],
        variants: [{ id: 'posts', meaning: 'all its posts' }],
        order: 'newest',
        authors: 'many',
        configured,
        needs: ['KEYED_API_KEY'],
        refuses: 'Nothing older than a week.',
      },
    ],
    unsupported: [
      {
        kind: 'group',
        says: 'This is a group. The service scans accounts only.',
        handles: ['keyed.example/groups/{group}'],
      },
    ],
    configured: true,
    refuses: 'Stories are not available.',
    keepsPictures: false,
  })
  const withKey = createRegistry([keyed], { KEYED_API_KEY: 'secret' })
  const withoutKey = createRegistry([keyed], { KEYED_API_KEY: ' ' })
  assert.deepEqual(describePlatforms(withKey), [describedWith(true)])
  assert.deepEqual(describePlatforms(withoutKey), [describedWith(false)])
})

test('a source of connected accounts alone is configured where owners can connect them', () => {
  const registry = createRegistry(ALL_PLATFORMS, {})
  const configuredWith = (isConnectable?: (platform: string) => boolean) =>
    describePlatforms(registry, isConnectable).flatMap(({ id, sources }) =>
      id === 'sandbox' || id === 'linkedin' ? sources.map(({ configured }) => `${id} ${configured}`) : [],
    )
  assert.deepEqual(configuredWith(), ['linkedin false', 'sandbox true', 'sandbox false'])
  // LinkedIn’s source can be read with the operator’s own token, too, which is missing.
  assert.deepEqual(
    configuredWith(() => true),
    ['linkedin false', 'sandbox true', 'sandbox true'],
  )
})

test('values that a platform does not declare are null', () => {
  const { refuses: _, keepsPictures: __, ...quiet } = keyed
  const [described] = describePlatforms(createRegistry([quiet], {}))
  assert.deepEqual([described?.refuses, described?.keepsPictures], [null, null])
})

test('all platforms match the schema, are sorted by id without duplicates, and have the default variant', () => {
  const described = describePlatforms(createRegistry(ALL_PLATFORMS, {}))
  for (const each of described) {
    assert.deepEqual(Errors(PlatformDescription, each), [], each.id)
    assert.equal(each.variants[0]?.id, 'posts')
  }
  const ids = described.map(({ id }) => id)
  assert.deepEqual(ids, [...new Set(ids)].sort())
  assert.ok(ids.includes('sandbox'))
})
