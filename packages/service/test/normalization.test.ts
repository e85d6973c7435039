import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ALL_FIXTURES } from '@central-api/testing/platforms/suite/all-fixtures.cases.ts'
import { matchesPlace, parseFixture, reasonFor } from '@central-api/testing/platforms/suite/platform-fixture.ts'
import { SIMULATED_PLATFORMS } from '@central-api/testing/platforms/suite/simulated-platforms.ts'
import { createWalker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { fieldsOf, traceFixtures } from '@central-api/testing/platforms/suite/trace-fixture.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import { ALL_PLATFORMS } from '../src/platforms/all.ts'
import { withFallbackText } from '../src/post/with-fallback-text.ts'

/** Without the sandbox, whose data is made up. */
const SCANNED = ALL_PLATFORMS.filter(({ id }) => id !== 'sandbox')

test('every platform has fixtures and a simulator', () => {
  const ids = SCANNED.map(({ id }) => id)
  assert.deepEqual(
    ALL_FIXTURES.map(({ platform }) => platform),
    ids,
  )
  assert.deepEqual(
    SIMULATED_PLATFORMS.map(({ id }) => id),
    ids,
  )
})

/** The service adds it to what a platform returns. */
const ADDED = 'post.media[].originalUrl'
const IMAGE_FIELDS: ReadonlySet<string> = new Set(['avatarUrl', 'bannerUrl', 'previewUrl', 'imageUrl', 'embedUrl'])

/** The URLs of all images, videos and players. */
const imagesIn = (value: unknown, field = '', within = ''): string[] => {
  if (typeof value === 'string')
    return IMAGE_FIELDS.has(field) || (field === 'url' && within === 'media') ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    Array.isArray(value) ? imagesIn(inner, field, field) : imagesIn(inner, name, within),
  )
}

/** A response whose URLs on some hosts have no scheme, as some sites store them for both schemes. */
const withoutSchemes = (value: unknown, hosts: ReadonlySet<string>): unknown => {
  if (typeof value === 'string')
    return value.replace(/https:(?=\/\/([\w.-]+))/g, (scheme, host: string) => (hosts.has(host) ? '' : scheme))
  if (Array.isArray(value)) return value.map((each) => withoutSchemes(each, hosts))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutSchemes(each, hosts)]))
}

for (const fixtures of ALL_FIXTURES) {
  describe(`the responses of ${fixtures.platform}`, () => {
    const trace = traceFixtures(fixtures)

    test('are mapped to profiles and posts in the normalized form', () => {
      for (const { files, map } of fixtures.cases) {
        const { profile, posts = [] } = map(...files.map((file) => parseFixture(file, fixtures.texts[file] ?? '')))
        if (profile) assert.deepEqual(faultsOfProfile(profile), [], files.join())
        for (const post of posts) if (post) assert.deepEqual(faultsOfPost(post), [], files.join())
      }
    })

    test('have content for every post, or the post that it reposts', () => {
      for (const { files, map } of fixtures.cases)
        for (const post of map(...files.map((file) => parseFixture(file, fixtures.texts[file] ?? ''))).posts ?? []) {
          const worded = post && withFallbackText(post)
          if (post) assert.ok(worded === post || (worded !== null && post.repostOf !== null), `${files} ${post.id}`)
        }
    })

    test('have their images and players also if no URL has a scheme', () => {
      for (const { files, map } of fixtures.cases) {
        const responses = files.map((file) => parseFixture(file, fixtures.texts[file] ?? ''))
        const shown = imagesIn(map(...responses))
        const hosts = new Set(shown.map((url) => new URL(url).host))
        const bare = responses.map((response) => withoutSchemes(response, hosts))
        assert.deepEqual(imagesIn(map(...bare)), shown, files.join())
      }
    })

    test('have no unmapped value without a stated reason', () => {
      assert.deepEqual(
        trace.unread.filter((place) => reasonFor(fixtures.unmapped, place) === undefined),
        [],
      )
    })

    test('have no reason for a value that is mapped', () => {
      const idle = Object.values(fixtures.unmapped)
        .flat()
        .filter((pattern) => !trace.unread.some((place) => matchesPlace(pattern, place)))
      assert.deepEqual(idle, [])
    })

    test('fill every field that paging through its simulator fills', async () => {
      const platform = SCANNED.find(({ id }) => id === fixtures.platform)
      const simulated = SIMULATED_PLATFORMS.find(({ id }) => id === fixtures.platform)
      assert.ok(platform && simulated)
      const simulator = await simulated.start()
      const walker = createWalker(platform, simulated.environment, simulator)
      try {
        const walked = new Set<string>()
        for (const variant of Object.keys(platform.variants))
          for (const page of await walker.walk({ variant }))
            for (const field of fieldsOf(page).keys()) walked.add(field)
        assert.deepEqual(
          [...walked].filter((field) => field !== ADDED && !trace.fields.has(field)),
          [],
        )
      } finally {
        await walker.close()
        await simulator.close()
      }
    })
  })
}
