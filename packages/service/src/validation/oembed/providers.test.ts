import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Errors } from 'typebox/value'
import { Type } from '../../parsing/type.ts'
import { compileScheme, matchesParts } from './compile-scheme.ts'
import { findProvider, OEMBED_REGISTRY_VERSION } from './providers.ts'

const nameOf = (template1: string) => findProvider(new URL(template1))?.name
const matches = (pattern: string, template1: string) => compileScheme(pattern)?.matches(new URL(template1))

const Registry = Type.Array(
  Type.Object({
    provider_name: Type.String(),
    endpoints: Type.Array(
      Type.Object({
        url: Type.String(),
        schemes: Type.Optional(Type.Array(Type.String())),
        formats: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  }),
)

describe('the registry', () => {
  it('has the expected shape in every row', () => {
    const listed: unknown = createRequire(import.meta.url)('oembed-providers')
    assert.deepEqual(Errors(Registry, listed), [])
    assert.ok(Array.isArray(listed) && listed.length > 300)
  })
})

describe('findProvider', () => {
  const known: readonly [string, string, string][] = [
    [
      'https://www.youtube.com/watch?v=1',
      'YouTube',
      'https://www.youtube.com/oembed?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D1&format=json',
    ],
    ['https://youtu.be/1', 'YouTube', 'https://www.youtube.com/oembed?url=https%3A%2F%2Fyoutu.be%2F1&format=json'],
    ['https://vimeo.com/1', 'Vimeo', 'https://vimeo.com/api/oembed.json?url=https%3A%2F%2Fvimeo.com%2F1&format=json'],
    [
      'https://x.com/desk/status/1',
      'X',
      'https://publish.x.com/oembed?url=https%3A%2F%2Fx.com%2Fdesk%2Fstatus%2F1&format=json',
    ],
    [
      'https://bsky.app/profile/a.example/post/1',
      'Bluesky Social',
      'https://embed.bsky.app/oembed?url=https%3A%2F%2Fbsky.app%2Fprofile%2Fa.example%2Fpost%2F1&format=json',
    ],
    [
      'https://www.flickr.com/photos/a/1',
      'Flickr',
      'https://www.flickr.com/services/oembed/?url=https%3A%2F%2Fwww.flickr.com%2Fphotos%2Fa%2F1&format=json',
    ],
  ]
  for (const [template1, name, endpoint] of known) {
    it(`finds ${name} for ${template1}`, () => {
      const provider = findProvider(new URL(template1))
      assert.equal(provider?.name, name)
      assert.equal(provider?.endpoint(new URL(template1)).href, endpoint)
    })
  }

  const unknown = [
    'https://news.example/story',
    'https://www.youtube.com.evil.example/watch?v=1',
    'https://evil.example/https://www.youtube.com/watch?v=1',
    'https://notyoutube.com/watch?v=1',
    'https://www.youtube.com:8443/watch?v=1',
    'https://youtu.be.example/1',
    'https://www.youtube.com/about',
    'ftp://www.youtube.com/watch?v=1',
    'spotify:track:1',
    'https://127.0.0.1/watch?v=1',
    'https://localhost/',
  ]
  for (const template1 of unknown)
    it(`finds no provider for ${template1}`, () => assert.equal(nameOf(template1), undefined))

  it('exports the version of the registry', () => assert.match(OEMBED_REGISTRY_VERSION, /^1\.0\.20\d{6}$/))

  it('matches any URL fast', () => {
    const hosts = [
      'www.youtube.com',
      'vimeo.com',
      'a.b.c.wordpress.com',
      'www.flickr.com',
      `${'a.'.repeat(100)}flickr.com`,
    ]
    const paths = [
      '/'.repeat(2000),
      '/*'.repeat(1000),
      '/photos/'.repeat(250),
      `/watch${'?v='.repeat(600)}`,
      '/channels//'.repeat(180),
      '%2F'.repeat(600),
    ]
    const started = process.cpuUsage()
    let requested = 0
    for (let round = 0; round < 50; round += 1) {
      for (const host of hosts) {
        for (const path of paths) {
          findProvider(new URL(`https://${host}/${path}`))
          requested += 1
        }
      }
    }
    const millisecondsEach = process.cpuUsage(started).user / 1_000 / requested
    assert.ok(millisecondsEach < 2, `${millisecondsEach} ms for a hostile URL`)
  })
})

describe('compileScheme', () => {
  const cases: readonly [string, string, boolean][] = [
    ['https://*.a.example/x/*', 'https://www.a.example/x/1', true],
    ['https://*.a.example/x/*', 'https://one.two.a.example/x/1', true],
    ['https://*.a.example/x/*', 'https://a.example/x/1', false],
    ['https://*.a.example/x/*', 'https://wwwa.example/x/1', false],
    ['https://*.a.example/x/*', 'https://www.a.example/y/x/1', false],
    ['https://m.*.a.example/*', 'https://m.b.a.example/1', true],
    ['https://m.*.a.example/*', 'https://m.b.c.a.example/1', false],
    ['https://*.*.a.example/*', 'https://b.a.example/1', false],
    ['https://a.example/*/photo/*', 'https://a.example/b/photo/1', true],
    ['https://a.example/*/photo/*', 'https://a.example/photo/1', false],
    ['https://a.example/x*y', 'https://a.example/xy', true],
    ['https://a.example/xy*yx', 'https://a.example/xyx', false],
    ['https://a.example/view?id=*', 'https://a.example/view?id=1', true],
    ['https://a.example/view.id', 'https://a.example/viewxid', false],
    ['https://a.example/#/v/*', 'https://a.example/#/v/1', true],
    ['https://a.example/v/*', 'https://a.example/#/v/1', false],
    ['https://a.example', 'https://a.example/', true],
    ['http://a.example/*', 'https://a.example/1', true],
    ['https://a.example/*', 'http://a.example/1', false],
    ['https://A.example/*', 'https://a.EXAMPLE/1', true],
  ]
  for (const [pattern, template1, expected] of cases) {
    it(`${expected ? 'matches' : 'does not match'} ${pattern} with ${template1}`, () =>
      assert.equal(matches(pattern, template1), expected))
  }

  const refused = [
    ...[
      'spotify:*',
      'https://*/x',
      'https://*.example/x',
      'https://a.*/x',
      'https://*.co.uk/x',
      'https://a*.b.example/x',
    ],
    ...[
      '*://a.example/*',
      'https://a@b.example/',
      'https://a.example:8443/*',
      'javascript://a.example/*',
      '',
      `https://a.example/${'*/'.repeat(20)}`,
    ],
  ]
  for (const pattern of refused)
    it(`refuses ${pattern || 'nothing'}`, () => assert.equal(compileScheme(pattern), undefined))
})

describe('matchesParts', () => {
  it('agrees with the same glob as a regular expression', () => {
    const glob = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 3 }), {
      minLength: 1,
      maxLength: 5,
    })
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 })
    fc.assert(
      fc.property(glob, text, (parts, candidate) => {
        assert.equal(matchesParts(parts, candidate), new RegExp(`^${parts.join('.*')}$`).test(candidate))
      }),
      { seed: 20260301, numRuns: 5000 },
    )
  })
})
