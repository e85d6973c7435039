import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { advancePosition, decodePosition, encodePosition, positionQuery } from './position.ts'
import { restUrl } from './rest-root.ts'

const DATE = '2026-12-31T23:59:59'

describe('positions in the posts of a site', () => {
  test('requests posts before the next second, and excludes the returned posts of this second', () => {
    const position = advancePosition(undefined, [
      { id: 9, date: '2027-01-01T00:00:00' },
      { id: 5, date: DATE },
      { id: 7, date: DATE },
    ])
    assert.deepEqual(position, { date: DATE, returned: ['5', '7'], later: 0 })
    assert.deepEqual(positionQuery(position), { before: '2027-01-01T00:00:00', exclude: '5,7' })
  })

  test('remembers every returned post of a second that spans pages', () => {
    const first = advancePosition(undefined, [{ id: 5, date: DATE }])
    assert.deepEqual(advancePosition(first, [{ id: 7, date: DATE }]), { date: DATE, returned: ['5', '7'], later: 0 })
    assert.deepEqual(advancePosition(first, [{ id: 7, date: '2026-01-01T00:00:00' }])?.returned, ['7'])
  })

  test('an empty page, or posts without dates, leave the position unchanged', () => {
    const position = { date: DATE, returned: ['1'], later: 0 }
    assert.deepEqual(advancePosition(position, []), position)
    assert.deepEqual(advancePosition(position, [{ id: 2, date: '0' }, { id: 3 }]), position)
    assert.equal(advancePosition(undefined, []), undefined)
    assert.deepEqual(positionQuery(undefined), {})
  })

  test('counts the posts of a second when their ids are too many for a URL', () => {
    const many = Array.from({ length: 400 }, (_, index) => ({ id: 100_000 + index, date: DATE }))
    const position = advancePosition(undefined, many)
    assert.deepEqual(position, { date: DATE, returned: 400, later: 0 })
    assert.deepEqual(positionQuery(position), { before: '2027-01-01T00:00:00', offset: 400 })
    assert.deepEqual(advancePosition(position, [{ id: 1, date: DATE }])?.returned, 401)
  })

  test('skips later posts that the site returns anyway, while the date stays the same', () => {
    const position = { date: DATE, returned: ['5'], later: 0 }
    const passed = advancePosition(position, [], 20)
    assert.deepEqual(passed, { date: DATE, returned: ['5'], later: 20 })
    assert.deepEqual(positionQuery(passed), { before: '2027-01-01T00:00:00', offset: 20, exclude: '5' })
    assert.deepEqual(advancePosition(passed, [{ id: 7, date: DATE }], 3), {
      date: DATE,
      returned: ['5', '7'],
      later: 23,
    })
    assert.deepEqual(positionQuery({ date: DATE, returned: 400, later: 20 }), {
      before: '2027-01-01T00:00:00',
      offset: 420,
    })
    const earlier = '2026-12-31T23:00:00'
    assert.deepEqual(advancePosition(passed, [{ id: 8, date: earlier }], 3), {
      date: earlier,
      returned: ['8'],
      later: 0,
    })
  })

  test('encodes and decodes a position, and rejects other texts', () => {
    for (const returned of [['5', '7'], ['5'], [], 400])
      for (const later of [0, 7]) {
        const position = { date: DATE, returned, later }
        assert.deepEqual(decodePosition(encodePosition(position)), position)
      }
    for (const text of [
      '',
      '2026-12-31',
      `${DATE} x`,
      `${DATE} #`,
      `${DATE} +`,
      `${DATE} 5 +x`,
      `${DATE}Z 5`,
      ` ${DATE}`,
    ])
      assert.throws(() => decodePosition(text), { code: 'invalid_cursor' }, text)
  })
})

describe('URLs in the REST API', () => {
  test('builds URLs under a path, in a query, and at wordpress.com', () => {
    const query = { slug: 'a b&c', exclude: '1,2', before: '2026-01-01T00:00:00' }
    const encoded = 'slug=a%20b%26c&exclude=1,2&before=2026-01-01T00:00:00'
    const urls = {
      'https://a.example/wp-json/': `https://a.example/wp-json/wp/v2/posts?${encoded}`,
      'https://a.example/x/wp-json': `https://a.example/x/wp-json/wp/v2/posts?${encoded}`,
      'https://a.example/index.php?rest_route=/': `https://a.example/index.php?rest_route=/wp/v2/posts&${encoded}`,
      'https://a.example/?lang=de&rest_route=/': `https://a.example/?lang=de&rest_route=/wp/v2/posts&${encoded}`,
      'https://public-api.wordpress.com/wp/v2/sites/a.wordpress.com/': `https://public-api.wordpress.com/wp/v2/sites/a.wordpress.com/posts?${encoded}`,
    }
    for (const [root, url] of Object.entries(urls)) assert.equal(restUrl(root, 'wp/v2/posts', query), url)
    assert.equal(restUrl('https://a.example/wp-json/', ''), 'https://a.example/wp-json/')
    assert.equal(restUrl('https://a.example/?rest_route=/', ''), 'https://a.example/?rest_route=/')
  })
})
