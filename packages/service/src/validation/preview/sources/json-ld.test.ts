import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPreview } from '../read-preview.ts'

type Reported = readonly [
  title: string | null,
  author: string | null,
  publishedAt: string | null,
  imageUrl: string | null,
]

const NOON = '2026-03-01T12:00:00.000Z'
const IMAGE = 'https://img.example/a.png'
const FIELDS = `"@type":"NewsArticle","headline":"Low water","author":{"name":"Ada"},"datePublished":"${NOON}","image":"${IMAGE}"`
const ALL: Reported = ['Low water', 'Ada', NOON, IMAGE]

const read = (...scripts: readonly string[]): Reported => {
  const tags = scripts.map((script) => `<script type="application/ld+json">${script}</script>`)
  const text = `<!doctype html><html><head>${tags.join('')}</head><body><p>x</p></body></html>`
  const { title, author, publishedAt, imageUrl } = readPreview({ text, url: 'https://news.example/' })
  return [title, author, publishedAt, imageUrl]
}

describe('JSON-LD', () => {
  const asWritten: Readonly<Record<string, readonly string[]>> = {
    'when it is valid': [`{${FIELDS}}`],
    'with a line break in a string': [`{${FIELDS.replace('Low water', 'Low\r\nwater')}}`],
    'with a tab in a string': [`{${FIELDS.replace('Low water', 'Low\twater')}}`],
    'with a comma before the end': [`{${FIELDS},}`],
    'in an HTML comment': [`<!--\n{${FIELDS}}\n-->`],
    'in CDATA marks': [`<![CDATA[{${FIELDS}}]]>`],
    'in CDATA marks in line comments': [`//<![CDATA[\n{${FIELDS}}\n//]]>`],
    'in CDATA marks in block comments, with a line break in a string': [
      `/*<![CDATA[*/{${FIELDS.replace('Low water', 'Low\nwater')}}/*]]>*/`,
    ],
    'after a byte order mark': [`\uFEFF{${FIELDS}}`],
    'with its quotes escaped': [`{${FIELDS}}`.replaceAll('"', '&quot;')],
    'with its quotes escaped by number': [`{${FIELDS}}`.replaceAll('"', '&#34;')],
    'in a list': [`[{"@type":"WebSite","name":"The Example"},{${FIELDS}}]`],
    'in a graph': [`{"@context":"https://schema.org","@graph":[{"@type":"Organization","name":"X"},{${FIELDS}}]}`],
    'in a graph of one': [`{"@graph":{${FIELDS}}}`],
    'after another document': [`{"@type":"WebSite","name":"The Example"}\n{${FIELDS}}`],
    'after a broken script': ['{"@type":"Article","headline":"Lost', `{${FIELDS}}`],
    'with several types': [`{${FIELDS.replace('"NewsArticle"', '["Thing","NewsArticle"]')}}`],
    'with a full type URL': [`{${FIELDS.replace('NewsArticle', 'http://schema.org/NewsArticle')}}`],
    'with prefixed names': [`{${FIELDS.replace(/"(headline|author|datePublished|image)"/g, '"schema:$1"')}}`],
    'with full name URLs': [
      `{${FIELDS.replace(/"(headline|author|name|datePublished|image)"/g, '"https://schema.org/$1"')}}`,
    ],
    'with an author that is text': [`{${FIELDS.replace('{"name":"Ada"}', '"Ada"')}}`],
    'with a list of authors': [`{${FIELDS.replace('{"name":"Ada"}', '[{"name":"Ada"}]')}}`],
    'with a JSON-LD list of authors': [`{${FIELDS.replace('{"name":"Ada"}', '{"@list":[{"name":"Ada"}]}')}}`],
    'with an author whose name is a list': [`{${FIELDS.replace('"Ada"', '["Ada"]')}}`],
    'with an author elsewhere in the graph': [
      `{"@graph":[{${FIELDS.replace('{"name":"Ada"}', '{"@id":"#ada"}')}},{"@id":"#ada","@type":"Person","name":"Ada"}]}`,
    ],
    'with a list of dates': [`{${FIELDS.replace(`"${NOON}"`, `["${NOON}"]`)}}`],
    'with a date as a typed value': [`{${FIELDS.replace(`"${NOON}"`, `{"@type":"Date","@value":"${NOON}"}`)}}`],
    'with lists of lists of images': [`{${FIELDS.replace(`"${IMAGE}"`, `[["${IMAGE}"]]`)}}`],
    'with an image that is an object': [`{${FIELDS.replace(`"${IMAGE}"`, `{"url":["${IMAGE}"]}`)}}`],
  }
  for (const [how, scripts] of Object.entries(asWritten))
    it(`is read ${how}`, () => assert.deepEqual(read(...scripts), ALL))

  it('reads no script that is invalid or too large', () => {
    const none: Reported = [null, null, null, null]
    for (const script of [
      '',
      'null',
      '{',
      '"x"',
      `{${FIELDS} "b":1}`,
      `{"@type":"Article","headline":"${'x'.repeat(300_000)}"}`,
    ])
      assert.deepEqual(read(script), none, script.slice(0, 40))
    assert.deepEqual(read(`{"@type":"Article","headline":"Low\nwater","__proto__":{"a":1}}`), none)
    assert.deepEqual(read(`${'['.repeat(100)}{${FIELDS},}${']'.repeat(100)}`), none)
  })
})
