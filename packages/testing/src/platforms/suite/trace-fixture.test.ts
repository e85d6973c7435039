import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { parseTime } from '@central-api/service/parsing/parse-time.ts'
import { buildPost, countOrNull, stringOrNull } from '@central-api/service/post/build-post.ts'
import { readLeaves } from './leaves-fixture.ts'
import { matchesPlace, type PlatformFixtures, reasonFor } from './platform-fixture.ts'
import { traceFixtures } from './trace-fixture.ts'

const RESPONSE = {
  next: 'p2',
  notes: [
    { id: 7, body: 'Tide & pool', made: 1_790_928_900, likes: 12, hidden: false, hash: 'ab12', kept: 'x' },
    { id: 8, body: 'Low', made: 1_790_928_000, likes: 3, hidden: false, hash: 'cd34', kept: 'x' },
  ],
}

const tidepool: PlatformFixtures = {
  platform: 'tidepool',
  texts: { 'notes.json': JSON.stringify(RESPONSE) },
  cases: [
    {
      files: ['notes.json'],
      map: (response) => ({
        posts: jsonList(jsonObject(response).notes)
          .map(jsonObject)
          .filter(({ hidden }) => hidden !== true)
          .map(({ id, body, made, likes }) =>
            buildPost({
              id: String(id),
              url: `https://tidepool.example/notes/${id}`,
              text: stringOrNull(body),
              publishedAt: parseTime(made),
              metrics: { likes: countOrNull(likes) },
            }),
          ),
      }),
    },
  ],
  unmapped: {},
}

test('a field is told if a response contains its value, and derived if it depends on other values', () => {
  const { fields } = traceFixtures(tidepool)
  const tellings = Object.fromEntries([...fields].map(([field, { telling, from }]) => [field, [telling, ...from]]))
  assert.deepEqual(tellings, {
    'post.id': ['told', 'notes.json: notes[].id'],
    'post.url': ['derived', 'notes.json: notes[].id'],
    'post.kind': ['derived'],
    'post.text': ['told', 'notes.json: notes[].body'],
    'post.html': ['derived', 'notes.json: notes[].body'],
    'post.publishedAt': ['told', 'notes.json: notes[].made'],
    'post.metrics.likes': ['told', 'notes.json: notes[].likes'],
  })
})

test('a value without effect is unread, and one that only decides whether there is a post is deciding', () => {
  const { unread, deciding } = traceFixtures(tidepool)
  assert.deepEqual(unread, ['notes.json: next', 'notes.json: notes[].hash', 'notes.json: notes[].kept'])
  assert.deepEqual(deciding, ['notes.json: notes[].hidden'])
})

test('a reason applies to the places of its pattern, in one file if it names one', () => {
  assert.ok(matchesPlace('*.hash', 'notes.json: notes[].hash'))
  assert.ok(matchesPlace('notes.json: notes[].*', 'notes.json: notes[].hash'))
  assert.ok(!matchesPlace('users.json: notes[].*', 'notes.json: notes[].hash'))
  assert.ok(!matchesPlace('hash', 'notes.json: notes[].hash'))
  assert.equal(reasonFor({ 'For programs.': ['next', '*.hash'] }, 'notes.json: notes[].hash'), 'For programs.')
  assert.equal(reasonFor({ 'For programs.': ['next'] }, 'notes.json: notes[].hash'), undefined)
})

test('values of XML and HTML are read and changed in place', () => {
  const xml =
    '<rss><item><title>A &amp; B</title><guid isPermaLink="false">7</guid><body><![CDATA[<p>C</p>]]></body></item></rss>'
  const feed = readLeaves('feed.xml', xml)
  assert.deepEqual(Object.fromEntries(feed.leaves), {
    'rss/item/title': ['A &amp; B'],
    'rss/item/guid@isPermaLink': ['false'],
    'rss/item/guid': ['7'],
    'rss/item/body': ['<p>C</p>'],
  })
  assert.equal(
    feed.change('rss/item/guid', () => '8'),
    xml.replace('>7<', '>8<'),
  )
  assert.equal(
    feed.change('rss/item/guid@isPermaLink', () => undefined),
    xml.replace('"false"', '""'),
  )
  const page = readLeaves('page.html', '<div class="post big"><img src="/a.jpg"><br><span>Hi</span></div><p>Ho</p>')
  assert.deepEqual(Object.fromEntries(page.leaves), {
    'div.post/img@src': ['/a.jpg'],
    'div.post/span': ['Hi'],
    p: ['Ho'],
  })
})
