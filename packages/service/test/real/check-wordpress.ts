// Checks of scans of a real WordPress by a running service. Every field is compared with the seeded data.

import assert from 'node:assert/strict'
import type { Media, Post, Profile, SourceKind } from '../../src/post/post.ts'
import type { RealWordPress, SeededPost } from './real-wordpress.ts'
import { AUTHORS, CATEGORY, IMAGES, SITE } from './seed-posts.ts'

/** Longer than any test takes. */
const MAX_AGE_MS = 600_000

/** A page as a client receives it. */
export type ScannedPage = {
  readonly profile: Profile
  readonly posts: readonly Post[]
  readonly nextCursor: string | null
}

export type Scan = (platform: string, handle: string, cursor: string | undefined) => Promise<ScannedPage>

/** Reads all pages; `between` runs before each page except the first. */
export const walkScan = async (
  scan: Scan,
  platform: string,
  handle: string,
  between: () => Promise<unknown> = async () => {},
) => {
  const pages = [await scan(platform, handle, undefined)]
  for (let cursor = pages[0]?.nextCursor ?? null; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null) {
    assert.ok(pages.length < 100, 'the walk does not end')
    await between()
    pages.push(await scan(platform, handle, cursor))
  }
  for (const { posts, profile } of pages) {
    assert.ok(posts.length <= 20)
    // Each page is read at its own time.
    const lasting = { counts: null, source: null }
    assert.deepEqual({ ...profile, ...lasting }, { ...pages[0]?.profile, ...lasting })
  }
  return pages
}

const postsOf = (pages: readonly ScannedPage[]) => pages.flatMap(({ posts }) => posts)

/** Pages through the site with its REST API. Returns the ids in order. */
export const checkWordPress = async (scan: Scan, site: RealWordPress, handle = site.origin): Promise<string[]> => {
  const pages = await walkScan(scan, 'wordpress', handle)
  const posts = postsOf(pages)
  assert.equal(pages.length, Math.ceil(site.seeded.length / 20))
  assertSame(
    posts,
    site.seeded.map(({ id }) => id),
  )
  for (const post of posts) assertPost(post, seedOf(site, post.id))
  // WordPress sorts by the site's local time, in which one hour repeats when daylight saving time ends.
  const times = posts.map(({ publishedAt }) => localTime(publishedAt ?? ''))
  assert.deepEqual(times, times.toSorted().reverse())
  assert.deepEqual(
    { ...pages[0]?.profile, source: null },
    {
      id: null,
      handle,
      displayName: SITE.name,
      kind: 'account',
      url: `${site.origin}/`,
      owner: null,
      movedTo: null,
      avatarUrl: site.iconUrl,
      bannerUrl: null,
      bio: { text: SITE.description, html: 'Just another &lt;site&gt; &amp; more' },
      verified: null,
      createdAt: null,
      counts: { followers: null, following: null, posts: site.seeded.length },
      source: null,
    },
  )
  return posts.map(({ id }) => id)
}

/** Pages through one author's posts, by name and by number. An author without posts is a profile, too. */
export const checkAuthors = async (scan: Scan, site: RealWordPress) => {
  const [, author, newcomer] = AUTHORS
  const { id: number } = site.authors[author.slug] ?? {}
  for (const path of [`author/${author.slug}`, `?author=${number}`]) {
    const pages = await walkScan(scan, 'wordpress', `${site.origin}/${path}`)
    assertSame(
      postsOf(pages),
      site.seeded.filter((seed) => seed.author === author.slug).map(({ id }) => id),
    )
    const { id, displayName, url } = pages[0]?.profile ?? {}
    assert.deepEqual([id, displayName, url], [number, author.name, site.authors[author.slug]?.url])
  }
  const { id: newNumber } = site.authors[newcomer.slug] ?? {}
  for (const path of [`author/${newcomer.slug}`, `?author=${newNumber}`]) {
    const page = await scan('wordpress', `${site.origin}/${path}`, undefined)
    assert.deepEqual(
      [page.profile.id, page.profile.counts.posts, page.posts, page.nextCursor],
      [newNumber, 0, [], null],
    )
  }
}

/** Pages through the posts of a category, and of a tag. */
export const checkTerms = async (scan: Scan, site: RealWordPress) => {
  const sorted = site.seeded.filter(({ categories }) => categories.includes(CATEGORY)).map(({ id }) => id)
  assert.ok(sorted.length > 3)
  for (const [path, name] of [
    ['category/rezepte-mehr', CATEGORY],
    ['tag/koder', 'Köder'],
  ]) {
    const pages = await walkScan(scan, 'wordpress', `${site.origin}/${path}`)
    assertSame(postsOf(pages), sorted)
    const { displayName, url, counts } = pages[0]?.profile ?? {}
    assert.deepEqual([displayName, url, counts?.posts], [name, `${site.origin}/${path}/`, sorted.length])
  }
}

/** Publishes posts while a client pages: none appears twice, none is skipped. */
export const checkArrivals = async (
  scan: Scan,
  site: RealWordPress,
  platform: string,
  handle: string,
  known: readonly string[],
) => {
  const pages = await walkScan(scan, platform, handle, async () => {
    for (const name of ['first', 'second', 'third']) await site.publish(`Arrived ${name}`)
  })
  assert.deepEqual(
    postsOf(pages)
      .map(({ id }) => id)
      .toSorted(),
    known.toSorted(),
  )
}

/** Pages through the site's feed, which has the site's title. */
export const checkFeed = async (scan: Scan, site: RealWordPress, handle: string): Promise<string[]> => {
  const pages = await walkScan(scan, 'rss', handle)
  const posts = postsOf(pages)
  assertSame(
    posts,
    site.seeded.map(({ guid }) => guid),
  )
  for (const post of posts) {
    const seed = site.seeded.find(({ guid }) => guid === post.id)
    assert.ok(seed)
    assertFeedPost(post, seed, site)
  }
  const { displayName, url, bio } = pages[0]?.profile ?? {}
  assert.deepEqual([displayName, url, bio?.text], [SITE.name, `${site.origin}/`, SITE.description])
  return posts.map(({ id }) => id)
}

const seedOf = (site: RealWordPress, id: string): SeededPost & { site: RealWordPress } => {
  const seed = site.seeded.find((candidate) => candidate.id === id)
  assert.ok(seed, `${id} was seeded`)
  return { ...seed, site }
}

const assertSame = (posts: readonly Post[], ids: readonly string[]) =>
  assert.deepEqual(posts.map(({ id }) => id).toSorted(), ids.toSorted())

const instant = (stored: string) => `${stored.replace(' ', 'T')}.000Z`

const localTime = (instantText: string) => new Date(instantText).toLocaleString('sv-SE', { timeZone: SITE.timezone })

/** Every field of a post that the REST API provides. */
const assertPost = (post: Post, seed: SeededPost & { site: RealWordPress }) => {
  const { site, expected } = seed
  const isProtected = seed.password !== ''
  const author = AUTHORS.find(({ slug }) => slug === seed.author)
  const names = isProtected ? [] : [...(seed.featured === null ? [] : [seed.featured]), ...expected.images]
  const media = [...new Set(names)]
  const { html: _, author: postAuthor, media: postMedia, link, kind, source, summary, ...rest } = post
  assertSource(source, 'official_api')
  assert.deepEqual(rest, {
    id: seed.id,
    url: seed.url,
    title: expected.title,
    text: isProtected ? null : expected.text,
    tags: isProtected ? [] : [...seed.categories, ...seed.tags],
    poll: null,
    language: null,
    publishedAt: instant(seed.published),
    editedAt: seed.edited && instant(seed.edited),
    metrics: { likes: null, comments: null, shares: null, views: null },
    repostOf: null,
    replyTo: null,
    quoteOf: null,
    pinned: seed.sticky,
    sensitive: isProtected,
  })
  assertHtml(post)
  assert.match(postAuthor?.avatarUrl ?? '', /^https?:\/\/[\w.]*gravatar\.com\/avatar\//)
  assert.deepEqual(
    { ...postAuthor, avatarUrl: null },
    {
      id: site.authors[seed.author]?.id,
      handle: seed.author,
      displayName: author?.name,
      url: site.authors[seed.author]?.url,
      avatarUrl: null,
    },
  )
  assertMedia(
    postMedia.filter(({ embedUrl }) => embedUrl === null),
    media,
    site,
    seed.featured,
  )
  assertPlayers(post, isProtected ? [] : expected.players)
  assert.equal(link, null)
  if (isProtected) assert.equal(summary, null)
  else if (seed.excerpt !== '') assert.equal(summary, seed.excerpt)
  assert.equal(kind, kindOf(post, media.length))
}

/** The fields that a feed provides: no featured image, no author ids, but comments. */
const assertFeedPost = (post: Post, seed: SeededPost, site: RealWordPress) => {
  const { expected } = seed
  const isProtected = seed.password !== ''
  assert.deepEqual(
    [post.url, post.publishedAt, post.author?.displayName, post.language, post.metrics.comments],
    [seed.url, instant(seed.published), AUTHORS.find(({ slug }) => slug === seed.author)?.name, 'en-US', seed.comments],
  )
  assertSource(post.source, 'feed')
  assertHtml(post)
  if (isProtected) {
    assert.ok(expected.text !== null && !post.text?.includes(expected.text))
    return
  }
  assert.equal(post.title, expected.title)
  assert.equal(post.text, expected.text)
  if (seed.excerpt !== '') assert.equal(post.summary, seed.excerpt)
  assert.deepEqual(post.tags, [...seed.categories, ...seed.tags])
  assert.deepEqual([post.poll, post.link, post.editedAt], [null, null, null])
  assertMedia(
    post.media.filter(({ embedUrl }) => embedUrl === null),
    expected.images,
    site,
    null,
  )
  assertPlayers(post, expected.players)
}

/** Frames of known players become media and a link to their page. Other frames are removed. */
const assertPlayers = ({ media, html }: Post, players: SeededPost['expected']['players'] = []) => {
  const shown = media.filter(({ embedUrl }) => embedUrl !== null)
  assert.deepEqual(
    shown.map(({ type, url, embedUrl }) => [type, url, embedUrl]),
    players.map(({ embedUrl }) => ['video', null, embedUrl]),
  )
  for (const { page } of players) assert.ok(html?.includes(`<a href="${page}" `), `${page} is linked in ${html}`)
  assert.doesNotMatch(html ?? '', /evil\.example|data:|<noscript/)
}

const assertSource = ({ kind, retrievedAt }: Post['source'], expected: SourceKind) => {
  assert.equal(kind, expected)
  const age = Date.now() - Date.parse(retrievedAt)
  assert.ok(age >= 0 && age < MAX_AGE_MS, `${retrievedAt} is ${age} ms ago`)
}

/** A post with a title is an article, also with images and with a password-protected text. */
const kindOf = ({ title }: Post, media: number) => {
  if (title !== null) return 'article'
  if (media > 1) return 'gallery'
  return media === 1 ? 'image' : 'text'
}

/** A body has HTML if it has text, and no active content. */
const assertHtml = ({ html, text }: Post) => {
  if (text !== null) assert.ok(html !== null)
  assert.doesNotMatch(html ?? '', /<script|<iframe|<form|<input|javascript:|\son\w+=/i)
}

const assertMedia = (
  media: readonly Media[],
  names: readonly string[],
  site: RealWordPress,
  featured: string | null,
) => {
  assert.deepEqual(
    media.map(({ url }) => url),
    names.map((name) => site.images[name]?.url),
  )
  media.forEach((picture, index) => {
    const image = IMAGES.find(({ name }) => name === names[index])
    assert.ok(image)
    assert.equal(picture.type, 'image')
    assert.equal(picture.alt, image.alt === '' ? null : image.alt)
    // An image in the text has its full width, and its height only if it is shown in full size.
    if (image.name === featured || image.name === 'small.png')
      assert.deepEqual([picture.width, picture.height], [image.width, image.height])
    else assert.deepEqual([picture.width, picture.height], [image.width, null])
  })
}
