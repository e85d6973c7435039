import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { HOSTILE_HTML } from '../fixtures/hostile.ts'
import { pageAt, pageOf } from '../fixtures/pages.ts'
import { beginning, excerpt } from './render/excerpt.ts'
import { platformMark } from './render/glyphs.ts'
import { sanitizeHtml } from './render/sanitize-html.ts'
import { type FeedOptions, type FeedPage, PLURAL_WORDS, renderFeed, WORDS } from './render-feed.ts'

const KIT = fileURLToPath(new URL('../../wordpress/plugin/includes/', import.meta.url))
const read = (name: string) => readFileSync(`${KIT}${name}`, 'utf8')
const MAX_MS = 500

const postWith = (fields: object, options: FeedOptions = {}) =>
  renderFeed({ body: { handle: 'a', posts: [{ id: '1', ...fields }] } } as FeedPage, options)

test('the kit has the same words under the same names', () => {
  const words = [...read('class-environment.php').matchAll(/^\t+'(\w+)' +=> __\( '(.*)', 'central-posts' \),$/gm)]
  const { animated, ...shared } = Object.fromEntries(words.map(([, name, text]) => [name, text]))
  assert.ok(animated)
  assert.deepEqual(shared, WORDS)
  for (const { one, other } of Object.values(PLURAL_WORDS)) {
    assert.ok(read('class-environment.php').includes(`_n( '${one}', '${other}', $count,`), other)
  }
})

test('the kit has the same marks of platforms', () => {
  const rows = [...read('class-glyphs.php').matchAll(/'(\w+)' +=> array\( '([^']+)', '([^']+)', (\d+) \)/g)]
  assert.ok(rows.length > 30)
  for (const [, id = '', name, letters, hue] of rows) {
    const mark = platformMark(id)
    assert.ok(
      mark.includes(`aria-label="${name}"`) && mark.includes(`>${letters}<`) && mark.includes(`hsl(${hue} `),
      id,
    )
  }
})

test('neither the time zone nor the language of the machine matters, and invalid ones are replaced', () => {
  const post = { publishedAt: '2026-03-14T23:30:00.000Z', metrics: { likes: 12_345 } }
  for (const [options, date, likes] of [
    [{}, 'March 14, 2026', '12.3K'],
    [{ locale: 'de', timeZone: 'Pacific/Auckland' }, '15. März 2026', '12,3K'],
    [{ locale: 'de_AT', words: { thousands: '%s Tsd.' } }, '14. März 2026', '12,3 Tsd.'],
    [{ locale: '!!', timeZone: 'Nowhere/Else' }, 'March 14, 2026', '12.3K'],
  ] as const) {
    const html = postWith(post, options)
    assert.ok(html.includes(`>${date}</time>`), html)
    assert.ok(html.includes(`${likes}</li>`), html)
  }
})

test('counts are short, and cut rather than rounded', () => {
  for (const [likes, shown] of [
    [999, '999'],
    [1000, '1K'],
    [1284, '1.2K'],
    [99_999, '99.9K'],
    [999_999, '999K'],
    [1_000_000, '1M'],
    [12_345_678, '12.3M'],
  ] as const) {
    assert.ok(postWith({ metrics: { likes } }).includes(`</span>${shown}</li>`), shown)
  }
})

test('short codes of custom emoji lose their colons, and names lose the codes; times, URLs and code stay', () => {
  const textOf = (text: string, platform: string) =>
    /<div class="central-posts-text"[^>]*><p>(.*?)<\/p>/.exec(postWith({ text }, { platform }))?.[1]
  for (const [text, shown] of [
    ['Fresh :rye_bread: :100: today', 'Fresh rye_bread :100: today'],
    ['(:blobcat@misskey.example:)', '(blobcat)'],
    ['10:30:45 and a::b::c, see https://a.example/:x:/ :)', '10:30:45 and a::b::c, see https://a.example/:x:/ :)'],
    [`:${'a'.repeat(65)}:`, `:${'a'.repeat(65)}:`],
  ] as const) {
    assert.equal(textOf(text, 'mastodon'), shown)
    assert.equal(textOf(text, 'github'), text)
  }
  const html = '<p>Hi :blobcat: <a href="https://a.example/?q=:blobcat:">:blobcat:</a></p>'
  const whole = postWith({ text: 'Hi', html }, { platform: 'mastodon', layout: 'single' })
  assert.ok(
    whole.includes(
      '<p>Hi blobcat <a href="https://a.example/?q=:blobcat:" rel="nofollow ugc noopener">blobcat</a></p>',
    ),
  )
  const nameOf = (displayName: string) =>
    /central-posts-author"[^>]*>(.*?)</.exec(postWith({ author: { displayName } }))?.[1]
  assert.equal(nameOf('Ada :verified: Rye :bread:'), 'Ada Rye')
  assert.equal(nameOf(':blobcat:'), 'blobcat')
})

test('the first image loads before all others, those of its row at once, and the rest when a visitor comes near', () => {
  const media = [1, 2].map((at) => ({ type: 'image', url: `https://img.example/${at}` }))
  const posts = ['a', 'b', 'c', 'd'].map((id) => ({ id, media }))
  const image = (url: string) => [{ url, width: 480, height: 480 }]
  const loadingOf = (options: FeedOptions) =>
    [
      ...renderFeed({ body: { handle: 'a', posts } }, { image, ...options }).matchAll(
        / sizes="(auto)?.*?loading="(\w+)"( fetchpriority="high")?/g,
      ),
    ].map(([, auto = '-', loading, first = '']) => `${auto} ${loading}${first}`)
  assert.deepEqual(loadingOf({ columns: 2 }), [
    '- eager fetchpriority="high"',
    'auto lazy',
    '- eager',
    ...Array.from({ length: 5 }, () => 'auto lazy'),
  ])
  assert.equal(loadingOf({ layout: 'list' }).filter((each) => each.includes('eager')).length, 1)
})

test('a language with more forms gets the right one', () => {
  const votes = { one: '%s głos', few: '%s głosy', other: '%s głosów' }
  for (const [count, text] of [
    [1, '1 głos'],
    [3, '3 głosy'],
    [5, '5 głosów'],
  ] as const) {
    assert.ok(
      postWith({ poll: { options: [], votes: count } }, { locale: 'pl', words: { votes } }).includes(`>${text}<`),
    )
  }
})

test('a date that is none, a post without fields and an empty page are shown as what they are', () => {
  assert.doesNotMatch(postWith({ publishedAt: 'yesterday', text: 'x' }), /<time/)
  assert.match(
    postWith({}),
    /<article id="[^"]+" class="central-posts-post is-text is-plain is-short"><div class="central-posts-body"><\/div>/,
  )
  assert.equal(renderFeed({ body: { posts: [] } }), '')
  assert.throws(() => renderFeed({} as FeedPage), TypeError)
})

test('a post has the same id on every page, and comes once', () => {
  const idsIn = (page: FeedPage | readonly FeedPage[]) =>
    [...renderFeed(page).matchAll(/<article id="([^"]+)"/g)].map(([, id]) => id)
  const all = idsIn(pageOf())
  assert.deepEqual([...idsIn(pageAt(null, 9)), ...idsIn(pageAt('9', 11))], all)
  assert.equal(new Set(all).size, 20)
  assert.equal(idsIn([pageOf(), pageOf()]).length, 20)
})

test('the link to more posts has the cursor and leads to the feed; without a cursor there is none', () => {
  const more = '/news?cursor={cursor}'
  assert.match(renderFeed(pageAt(null, 9), { id: 'news', more }), /href="\/news\?cursor=9#central-posts-news"/)
  assert.doesNotMatch(renderFeed(pageAt('18', 9), { id: 'news', more }), /central-posts-more/)
  const odd = renderFeed({ ...pageAt(null, 3), nextCursor: '"><b>&$1' }, { more: '/?c={cursor}#top' })
  assert.match(odd, /href="\/\?c=%22%3E%3Cb%3E%26%241#top"/)
})

test('the handle of a head has one @, a hashtag none, and a path, a query or what the name says is left out', () => {
  const handleOf = (handle: string, displayName = 'Somebody') => {
    const page = { body: { profile: { handle, displayName, url: null }, posts: [{ id: '1', text: 'x' }] } } as FeedPage
    return /central-posts-handle" dir="ltr">([^<]*)</.exec(renderFeed(page))?.[1]
  }
  for (const [handle, shown] of [
    ['ada', '@ada'],
    ['@ada@social.example', '@ada@social.example'],
    ['#cats@social.example', '#cats@social.example'],
    ['!plants@l.example', '!plants@l.example'],
    ['r/gardening', undefined],
    ['https://blog.example/', undefined],
    ['playlist?list=PL1', undefined],
  ] as const) {
    assert.equal(handleOf(handle), shown)
  }
  assert.equal(handleOf('#cats', '#cats'), undefined)
})

test('emoji alone stand large, words and longer texts do not', () => {
  const isLarge = (text: string) => postWith({ text }).includes(' is-emoji"')
  assert.deepEqual(['🥐👩🏽‍🍳🔥', '❤️', '100 !'].map(isLarge), [true, true, true])
  assert.deepEqual(['', 'ok', 'é🥐', '🥐'.repeat(13)].map(isLarge), [false, false, false, false])
})

test('images are copies, another URL, or a button', () => {
  const media = [{ type: 'image', url: 'https://img.example/a b', width: 10, height: 20, alt: 'A' }]
  assert.match(
    postWith({ media }),
    /<img [^>]*src="https:\/\/img\.example\/a%20b" referrerpolicy="no-referrer" width="10" height="20" alt="A"/,
  )
  assert.match(postWith({ media }, { image: () => '/proxy?a=1&b=2' }), /src="\/proxy\?a=1&amp;b=2" referrerpolicy/)
  const copies = [320, 640].map((width) => ({ url: `/c-${width}.webp`, width, height: width }))
  assert.match(
    postWith({ media }, { image: () => copies }),
    /src="\/c-320\.webp" srcset="\/c-320\.webp 320w, \/c-640\.webp 640w" sizes="[^"]+" width="640"/,
  )
  assert.match(postWith({ media }, { image: () => null }), /data-kind="image" data-src="https:\/\/img\.example\/a%20b"/)
  assert.doesNotMatch(postWith({ media: [{ type: 'image', url: '/logout' }] }), /logout/)
  assert.doesNotMatch(postWith({ media }, { image: () => 'javascript:alert(1)' }), /javascript/)
})

test('an image that the service offers in other widths comes in them, unless it is mapped or is not the file itself', () => {
  const url = 'https://api.example.com/media/AZx'
  const image = { type: 'image', url, width: 1_080, height: 1_350, sizes: [320, 640] }
  const set =
    /<img [^>]*src="https:\/\/api\.example\.com\/media\/AZx" srcset="([^"]+)" sizes="[^"]+" referrerpolicy="no-referrer" width="1080"/
  assert.equal(set.exec(postWith({ media: [image] }))?.[1], `${url}?w=320 320w, ${url}?w=640 640w`)
  const nothing = [
    postWith({ media: [image] }, { image: () => '/copy.jpg' }),
    postWith({ media: [{ type: 'video', url: `${url}.mp4`, previewUrl: url, sizes: [320] }] }),
    postWith({ media: [{ ...image, sizes: ['320" onload="alert(1)', 1.5, null] as unknown as number[] }] }),
    postWith({ media: [{ ...image, sizes: null }] }),
  ]
  for (const html of nothing) assert.doesNotMatch(html, /srcset/)
})

test('a part is replaced by its name', () => {
  const html = renderFeed(pageOf(['photo']), {
    renderPart: (name, part, { post, parts }) => {
      if (name === 'card') return `<b>${post?.id}</b>${parts?.media}`
      return name === 'head' || name === 'foot' ? `<i>${name}</i>` : part
    },
  })
  assert.match(
    html,
    /^<div [^>]+><i>head<\/i><ul [^>]+><li [^>]+><article [^>]+><b>photo<\/b><div class="central-posts-media".*<\/ul><i>foot<\/i><div [^>]+><\/div><\/div>$/,
  )
})

test('rich text keeps its structure, and leaves nothing open', () => {
  assert.equal(sanitizeHtml('<p>a <em>b</p> c & d'), '<p>a <em>b</em></p> c & d')
  assert.equal(sanitizeHtml('<ul><li>x</ul></div><BR/><b'), '<ul><li>x</li></ul><br>&lt;b')
  const tags = [...sanitizeHtml(HOSTILE_HTML).matchAll(/<(\/?\w+)/g)].map(([, name]) => name)
  assert.deepEqual(new Set(tags.map((name) => name?.replace('/', ''))), new Set(['p', 'a', 'b', 'ul', 'li']))
  assert.equal(
    tags.filter((name) => !name?.startsWith('/')).length,
    tags.filter((name) => name?.startsWith('/')).length,
  )
})

test('texts that are made to be slow are not', () => {
  const started = performance.now()
  for (const unit of ['<a ', '<a b="', "<a b='", '<!--', '&amp', '<p ', '\u0301', ' -', '\u{1F468}\u200D']) {
    const text = unit.repeat(30_000)
    sanitizeHtml(text)
    excerpt(text)
    beginning(text, 160)
    postWith({ text, html: text, title: text }, { layout: 'single' })
  }
  const took = performance.now() - started
  assert.ok(took < MAX_MS * 9, `${took} ms`)
})
