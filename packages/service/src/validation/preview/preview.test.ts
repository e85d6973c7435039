import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { decodeText } from '../../parsing/decode-text.ts'
import { EMPTY_PREVIEW, type Preview } from './preview.ts'
import { readPreview } from './read-preview.ts'

const FIXTURES = new URL('../../../../testing/src/validation/preview/fixtures/', import.meta.url)

const PAGE_URL = 'https://news.example/2026/story.html'
const MARCH = '2026-03-01T00:00:00.000Z'
const MARCH_AT_10 = '2026-03-01T10:00:00.000Z'
const plain = { title: 'Plain title' }

/** Fixture → its preview (missing fields are null). CONTENT_TYPES has the content types. */
const EXPECTED: Readonly<Record<string, Partial<Preview>>> = {
  'og-complete': {
    title: 'Graph title',
    description: 'Graph description',
    imageUrl: 'https://img.example/a.jpg',
    siteName: 'The Example',
    author: 'Staff Writer',
    publishedAt: '2026-03-01T08:00:00.000Z',
    canonicalUrl: 'https://news.example/story',
  },
  'html-only': {
    ...plain,
    description: 'Plain description',
    siteName: 'The Example',
    author: 'Staff Writer',
    publishedAt: MARCH,
    canonicalUrl: 'https://news.example/story',
  },
  'twitter-only': {
    title: 'Card title',
    description: 'Card description',
    imageUrl: 'https://news.example/card.png',
    author: '@desk',
  },
  'og-beats-twitter': {
    title: 'Graph title',
    description: 'Card description',
    imageUrl: 'https://news.example/graph.png',
  },
  'og-in-name-attribute': {
    title: 'Graph title',
    description: 'Graph description',
    imageUrl: 'https://news.example/card.png',
  },
  'json-ld-article': {
    title: 'Linked title',
    description: 'Linked description',
    imageUrl: 'https://img.example/1.jpg',
    siteName: 'The Example',
    author: 'Staff Writer, Desk Editor',
    publishedAt: MARCH_AT_10,
    canonicalUrl: 'https://news.example/story',
  },
  'json-ld-graph': {
    title: 'Graph headline',
    description: 'Page description',
    imageUrl: 'https://img.example/lead.jpg',
    siteName: 'Example Publishing',
    author: 'Staff Writer',
    publishedAt: MARCH,
  },
  'json-ld-in-body': { title: 'Linked title', author: 'Staff Writer', publishedAt: '2026-03-01T00:00:00.500Z' },
  'json-ld-video': {
    title: 'A clip',
    description: 'What is in it',
    imageUrl: 'https://news.example/t.jpg',
    author: 'Camera Crew',
    publishedAt: '2026-03-01T13:00:00.000Z',
  },
  'json-ld-broken': { title: 'Wrapped title', description: 'Tom & Jerry’s bold day' },
  'json-ld-proto': { ...plain, description: 'Kept' },
  'json-ld-odd-shapes': {
    title: 'Valued title',
    imageUrl: 'https://news.example/deep.jpg',
    siteName: 'The Example',
    author: 'Staff Writer',
    publishedAt: MARCH,
  },
  'json-ld-reference-loop': { title: 'Looped' },
  'microformats-entry': {
    title: 'Entry title',
    description: 'Entry summary',
    imageUrl: 'https://news.example/entry.jpg',
    author: 'Staff Writer',
    publishedAt: MARCH_AT_10,
    canonicalUrl: 'https://news.example/entry',
  },
  'wordpress-core': {
    title: 'A post',
    siteName: 'Köder & Söhne',
    publishedAt: MARCH_AT_10,
    canonicalUrl: 'https://news.example/a-post/',
  },
  'microformats-hatom': {
    title: 'Atom title',
    description: 'Atom summary',
    author: 'Staff Writer',
    publishedAt: MARCH_AT_10,
  },
  'author-and-time': { ...plain, author: 'Staff Writer', publishedAt: MARCH_AT_10 },
  'author-is-address': { title: 'T', author: 'Staff Writer' },
  entities: { title: 'Tom & Jerry – café 😀 <3', description: '5 > 4 & 3 < 4 "quoted" &unknown; � end' },
  'relative-with-base': {
    title: 'T',
    imageUrl: 'https://cdn.example/site/img/a.png',
    canonicalUrl: 'https://cdn.example/site/story',
    oembedUrl: 'https://cdn.example/oembed?url=1&format=json',
  },
  'base-of-another-scheme': { title: 'T', imageUrl: 'https://news.example/2026/img/a.png' },
  'protocol-relative': {
    title: 'T',
    imageUrl: 'https://img.example/a.png',
    canonicalUrl: 'https://news.example/story',
  },
  'broken-markup': { title: 'Broken title', description: 'Unclosed "quotes', siteName: 'The Example' },
  'no-head': { title: 'Heading & more' },
  'meta-in-body': {
    title: 'Graph title',
    description: 'Graph description',
    canonicalUrl: 'https://news.example/story',
  },
  'many-images': { title: 'T', imageUrl: 'https://news.example/first.png' },
  'video-object': {
    title: 'A clip',
    imageUrl: 'https://video.example/still.jpg',
    publishedAt: MARCH,
    oembedUrl: 'https://video.example/oembed?url=x',
  },
  'empty-values': plain,
  'markup-in-values': {
    title: 'Bold title',
    description: '1 < 2 and < img src=x onerror=alert(1)> 3 4',
    siteName: 'The Example',
  },
  'controls-in-values': { title: 'Aevil title end', author: 'Staff Writer' },
  'hostile-addresses': { title: 'T' },
  'unclosed-script': { title: 'Before' },
  'unclosed-title': { title: 'Graph title' },
  'commented-out': plain,
  'svg-title': { title: 'Heading' },
  'upper-case': {
    title: 'Graph title',
    description: 'Plain description',
    canonicalUrl: 'https://news.example/Story',
  },
  itemprop: {
    title: 'T',
    description: 'Item description',
    imageUrl: 'https://news.example/item.png',
    publishedAt: MARCH,
  },
  'canonical-conflict': { title: 'T', canonicalUrl: 'https://news.example/story' },
  'not-html': {},
  xhtml: { title: 'Strict title', imageUrl: 'https://news.example/a.png' },
  'charset-windows-1251': { title: 'Привет' },
  'charset-shift-jis': { title: '日本語' },
  'charset-header-only': { title: 'café' },
  'charset-utf-16-bom': { title: 'Zażółć' },
}

const CONTENT_TYPES: Readonly<Record<string, string>> = { 'charset-header-only': 'text/html; charset=ISO-8859-1' }

describe('readPreview', () => {
  for (const [name, expected] of Object.entries(EXPECTED)) {
    it(`reads ${name}`, () => {
      const body = readFileSync(new URL(`${name}.html`, FIXTURES))
      const { text } = decodeText(body, CONTENT_TYPES[name] ?? 'text/html')
      assert.deepEqual(readPreview({ text, url: PAGE_URL }), { ...EMPTY_PREVIEW, ...expected })
    })
  }

  it('has an expectation for every fixture', () => {
    const pages = readdirSync(FIXTURES).flatMap((file) => /^(.*)\.html$/.exec(file)?.[1] ?? [])
    assert.deepEqual(pages.sort(), Object.keys(EXPECTED).sort())
  })

  it('takes nothing from a polluted prototype', () => {
    assert.equal(({} as Record<string, unknown>).polluted, undefined)
  })
})
