import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { responseOf } from '@central-api/testing/feeds/response-of.ts'
import { childrenOf, type FeedElement, textOf } from './feed-element.ts'
import { mapFeedPosts } from './map-feed.ts'
import { parseFeed } from './parse-feed.ts'
import { readFeedTree, TREE_LIMITS, type TreeLimits } from './read-feed-tree.ts'

const rss = (items: string) => `<rss><channel><title>x</title>${items}</channel></rss>`
const item = (id: number, fields = '') => `<item><guid>${id}</guid>${fields}</item>`
const guidsOf = (xml: string, limits: TreeLimits = TREE_LIMITS) =>
  readFeedTree(Buffer.from(xml), limits)?.items.map((each) => textOf(each, 'guid'))

const MEBIBYTE = 1024 * 1024
/** Code that is not linear would take minutes for these. */
const isQuick = (xml: string) => {
  const started = process.cpuUsage()
  const feed = parseFeed(responseOf(xml))
  if (feed !== undefined) mapFeedPosts(feed)
  const { user } = process.cpuUsage(started)
  assert.ok(user < 3_000_000, `${xml.slice(0, 40)}… took ${user} µs of the processor`)
}

describe('limits of parsing a feed', () => {
  test('reads all 730 episodes of a podcast with 15 elements each', () => {
    const episode = Array.from({ length: 15 }, (_, n) => `<itunes:x${n} a="1">y</itunes:x${n}>`).join('')
    const items = Array.from({ length: 730 }, (_, n) => item(n, episode))
    assert.equal(guidsOf(rss(items.join('')))?.length, 730)
  })

  test('reads XHTML with 200 paragraphs in each of a hundred entries', () => {
    const entry = `<entry><id>1</id><content type="xhtml"><div>${'<p>a<br/><b>c</b></p>'.repeat(200)}</div></content></entry>`
    assert.equal(readFeedTree(Buffer.from(`<feed>${entry.repeat(100)}</feed>`))?.items.length, 100)
  })

  test('each limit ends the feed at the last complete item', () => {
    const small = { ...TREE_LIMITS, elements: 100, pieces: 1_000 }
    const many = `${item(1)}${item(2)}<item><guid>3</guid>${'<a/>'.repeat(200)}</item>${item(4)}`
    assert.deepEqual(guidsOf(rss(many), small), ['1', '2'])
    const texts = `${item(1)}${item(2)}<item><guid>3</guid><description>${'<b>x</b>'.repeat(1_000)}</description></item>${item(4)}`
    assert.deepEqual(guidsOf(rss(texts), small), ['1', '2'])
    const fields = `${item(1)}${item(2)}<item><guid>3</guid>${'<a>b</a>'.repeat(340)}</item>${item(4)}`
    assert.deepEqual(guidsOf(rss(fields), { ...small, elements: 1_000 }), ['1', '2'])
    assert.deepEqual(guidsOf(rss([1, 2, 3, 4].map((n) => item(n)).join('')), { ...TREE_LIMITS, items: 3 }), [
      '1',
      '2',
      '3',
    ])
  })

  test('the start of a document ends with its last complete item, wherever it was cut', () => {
    const whole = rss(`${item(1)}${item(2, '<title>T</title><pubDate>1 Jan 2026</pubDate>')}${item(3)}`)
    const behind = (end: number) => whole.slice(0, end).split('</item').length - 1
    for (let end = whole.indexOf('<title>'); end < whole.length; end += 1) {
      const items = readFeedTree(Buffer.from(whole.slice(0, end)), TREE_LIMITS, true)?.items
      assert.equal(items?.length, behind(end), whole.slice(0, end))
    }
  })

  test('loses only elements that are nested too deeply', () => {
    for (const nested of [
      '<a>'.repeat(1_000),
      '<a>'.repeat(1_000) + '</a>'.repeat(1_000),
      '<media:group>'.repeat(1_000),
    ])
      assert.deepEqual(guidsOf(rss(`${item(1)}<item>${nested}<guid>2</guid></item>${item(3)}`)), ['1', '2', '3'])
  })

  test('does not expand a billion laughs', () => {
    const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`)
    const bomb = `<!DOCTYPE l [<!ENTITY l0 "lol">${levels.join('')}]>${rss(item(1, '<title>&l9;</title>'))}`
    assert.equal(textOf(readFeedTree(Buffer.from(bomb))?.items[0], 'title'), '&l9;')
    isQuick(bomb)
  })

  test('takes linear time for any document', () => {
    for (const part of [
      ...[
        '<',
        '<a',
        '<a b="',
        '<!--',
        '<![CDATA[',
        '<?',
        '</a',
        '&#',
        '<a>',
        '<a/>',
        '<item>',
        '<item><title>x',
        '&abc;',
      ],
      ...[
        '<title><![CDATA[',
        '<description><b>',
        '</item>',
        '<media:group><media:content>',
        '<author><name>',
        '<link>',
      ],
      ...[
        '<enclosure url="https://a.example/"/>',
        '<a:b xmlns:a="c">',
        '<content type="xhtml"><div>',
        '<guid>1</guid>',
      ],
      ...['<media:thumbnail url="x"/>', '<author>a@b.example (x)</author>', '<pubDate>x</pubDate>', '<x:y>', '</b>'],
    ])
      for (const root of ['<rss><channel><item>', '<feed><entry>', '<rss><channel><item><description>'])
        isQuick(root + part.repeat(MEBIBYTE / part.length))
    isQuick(rss(item(1, Array.from({ length: 100_000 }, (_, n) => `<n${n}/>`).join(''))))
    isQuick(rss(item(1, Array.from({ length: 100_000 }, (_, n) => `<p${n}:a xmlns:p${n}="x"/>`).join(''))))
    isQuick(rss(item(1, `<a ${Array.from({ length: 100_000 }, (_, n) => `b${n}="1"`).join(' ')}/>`)))
    isQuick(rss(item(1, `<dc:creator>${'a@b.example '.repeat(50_000)}</dc:creator>`)))
  })
})

const NAMES = ['title', 'dc:creator', 'category', 'guid', 'enclosure', 'x:y', 'description', 'media:group', 'link', 'a']

/** Everything in an element. */
const contentOf = (element: FeedElement): unknown => {
  const { name, attributes, text, isMarkup, children, bases, language } = element
  const named = NAMES.flatMap((each) => childrenOf(element, each))
  assert.equal(named.length, children.length)
  return [name, [...attributes], text, isMarkup, bases, language, named.map(contentOf)]
}

describe('querying an item', () => {
  const itemOf = (fields: string) => readFeedTree(Buffer.from(rss(item(1, fields))))?.items[0]

  test('returns the first child with a text', () => {
    const read = itemOf('<title/><title> </title><title>a</title><title>b</title><dc:title>c</dc:title>')
    assert.deepEqual([textOf(read, 'title'), textOf(read, 'link', 'dc:title')], ['a', 'c'])
    assert.deepEqual(
      childrenOf(read, 'title').map(({ text }) => text),
      ['', '', 'a', 'b'],
    )
  })

  test('removes characters that XML forbids, without shifting other text', () => {
    const read = itemOf('<title>é\u0007’\u0000a\u007f</title>\u0001<category a="\u001f🌿">\u0008日本</category>')
    const [category] = childrenOf(read, 'category')
    assert.deepEqual([textOf(read, 'title'), category?.text, category?.attributes.get('a')], ['é’a', '日本', '🌿'])
  })

  test('resolves a prefix by its latest declaration', () => {
    const read = itemOf(
      '<x:a xmlns:x="http://purl.org/dc/terms/"/><x:b>1</x:b><x:a xmlns:x="http://purl.org/dc/elements/1.1/"/><x:b>2</x:b>',
    )
    assert.deepEqual([textOf(read, 'dcterms:b'), textOf(read, 'dc:b')], ['1', '2'])
  })
})

describe('a text-only field', () => {
  const FIELDS = [
    ...['<title>a &amp; b</title>', '<DC:Creator> c\n</DC:Creator>', '<category><![CDATA[ d & e ]]></category>'],
    ...['<guid isPermaLink="false">f</guid>', '<enclosure URL="g?a&amp;b" type=\'h\'></enclosure>', '<x:y>i</x:y>'],
    ...['<description>\n<![CDATA[<p>j</p>]]>\n</description>', '<media:group>k</media:group>', '<link></link>'],
  ]
  const treeOf = (fields: readonly string[]) =>
    readFeedTree(
      Buffer.from(rss(item(1, fields.join('\n')) + item(2, '<a xmlns:dc="x" xmlns:x="http://purl.org/dc/terms/"/>'))),
    )

  test('has the same text as when a comment forces parsing it in pieces', () => {
    const [one, other] = [treeOf(FIELDS), treeOf(FIELDS.map((field) => field.replace(/<\/[^/]*$/, '<!-- -->$&')))]
    assert.deepEqual(one?.items.map(contentOf), other?.items.map(contentOf))
    assert.equal(one?.items[0]?.children.length, FIELDS.length + 1)
  })

  test('may be an item that an unclosed one precedes', () => {
    const xml =
      '<rss xmlns:r="http://purl.org/rss/1.0/"><item><guid>1</guid><item/><r:item>x</r:item><guid>2</guid></rss>'
    assert.deepEqual(guidsOf(xml), ['1', undefined, undefined])
  })
})
