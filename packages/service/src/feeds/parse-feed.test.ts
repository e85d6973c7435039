import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { responseOf } from '@central-api/testing/feeds/response-of.ts'
import { parseFeed } from './parse-feed.ts'

const RSS = '<rss version="2.0"><channel><title>A</title><item><title>One</title></item></channel></rss>'
const ATOM =
  '<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><id>1</id><title>One</title></entry></feed>'
const RDF =
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>A</title></channel><item rdf:about="1"><title>One</title></item></rdf:RDF>'
const JSON_FEED = '{"version":"https://jsonfeed.org/version/1.1","title":"A","items":[{"id":"1","title":"One"}]}'

describe('parsing feeds', () => {
  test('recognizes every format by its content, whatever the content type is', () => {
    const documents = [
      ['rss', RSS],
      ['rss', RSS.replace('2.0', '0.92')],
      ['rss', `\uFEFF \n<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><!-- <feed> -->${RSS}`],
      ['atom', ATOM],
      ['atom', ATOM.replaceAll('<', '<a:').replaceAll('<a:/', '</a:').replace('xmlns=', 'xmlns:a=')],
      ['rdf', RDF],
      ['json', JSON_FEED],
      ['json', `\uFEFF\n\t ${JSON_FEED}`],
      ['json', JSON_FEED.replaceAll('/', '\\/').replace('version\\/1.1', 'version\\/1')],
    ] as const
    for (const [format, body] of documents) {
      for (const type of ['text/html', 'text/plain', 'application/octet-stream', 'application/json', 'image/png']) {
        const feed = parseFeed(responseOf(body, { type }))
        assert.equal(feed?.format, format, body)
        assert.equal(feed.items.length, 1, body)
      }
    }
  })

  test('returns undefined for other documents', () => {
    for (const body of [
      '',
      'hello',
      '{"items":[],"title":"not a feed"}',
      '[1]',
      `<!doctype html><title>x</title><p>An &lt;rss&gt; example: <rss version="2.0">`,
      `<html><body>${ATOM}</body></html>`,
      '<rss></rss>',
      '<feed xmlns="http://www.w3.org/2005/Atom"/>',
      '<rss><channel',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url/></urlset>',
    ])
      assert.equal(parseFeed(responseOf(body)), undefined, body)
  })

  test('never expands recursive entities of a document type, and still reads the feed', () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${RSS.replace('One', 'One &b; &#x110000;')}`
    for (const body of [bomb, bomb.toLowerCase(), `<?xml version="1.0"?>\n${bomb}`]) {
      const title = parseFeed(responseOf(body))?.items[0]?.read().title
      assert.deepEqual(
        Object.values(title ?? {}).map((text) => String(text).toLowerCase()),
        ['one &b; \uFFFD'],
      )
    }
  })

  test('throws for broken JSON', () => {
    for (const body of [JSON_FEED.slice(0, -3), JSON_FEED.replace('"id"', '"__proto__":{},"id"')])
      assert.throws(() => parseFeed(responseOf(body)), body)
  })

  test('decodes the charset that the XML declares', () => {
    const declared = (charset: string) => `<?xml version="1.0" encoding="${charset}"?>${RSS.replace('One', 'Grüße €')}`
    const latin = Buffer.from(declared('windows-1252').replace('€', '\u0080'), 'latin1')
    for (const body of [Buffer.from(declared('utf-8')), latin, Buffer.from(`\uFEFF${declared('utf-16')}`, 'utf16le')]) {
      const [item] = parseFeed(responseOf(body, { type: 'application/rss+xml' }))?.items ?? []
      assert.deepEqual(item?.read().title, { plain: 'Grüße €' })
    }
  })

  test('keeps markup inside CDATA as text, and ignores comments', () => {
    const xml = RSS.replace('One', 'A<!-- b --><![CDATA[ <!DOCTYPE c> & ]]>d')
    assert.deepEqual(parseFeed(responseOf(xml))?.items[0]?.read().title, { plain: 'A <!DOCTYPE c> & d' })
  })

  test('reads at most two thousand items of an XML feed', () => {
    const items = Array.from({ length: 100_000 }, (_, n) => `<item><guid>${n}</guid></item>`).join('')
    const read = parseFeed(responseOf(RSS.replace('<item>', `${items}<item>`)))?.items ?? []
    assert.deepEqual([read.length, read[0]?.id, read.at(-1)?.id], [2_000, '0', '1999'])
  })

  test('reads at most two thousand items of a JSON feed', () => {
    const items = Array.from({ length: 100_000 }, (_, n) => `{"id":"${n}"}`)
    const read = parseFeed(responseOf(JSON_FEED.replace(/"items":.*/, `"items":[${items}]}`)))?.items ?? []
    assert.deepEqual([read.length, read[0]?.id, read.at(-1)?.id], [2_000, '0', '1999'])
  })
})
