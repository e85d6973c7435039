import assert from 'node:assert/strict'
import { test } from 'node:test'
import { responseOf } from '@central-api/testing/feeds/response-of.ts'
import { buildProfile } from '../../post/build-post.ts'
import { PAGE_LIMITS } from '../../post/html-limit.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { pagePosts } from './page-posts.ts'

const TAGS = 6_000
const POSTS = Array.from({ length: 60 }, (_, n) => ({
  id: 1_000 - n,
  date: `2026-01-${String(28 - Math.floor(n / 3)).padStart(2, '0')}T00:00:00`,
  link: `https://blog.example/?p=${1_000 - n}`,
  title: { rendered: `Post ${n}` },
  content: { rendered: `${'<b>x</b>'.repeat(TAGS / 2)}${n % 2 === 0 ? '<img src=i.png>' : ''}` },
}))

/** A site that responds like WordPress, as far as positions are concerned. */
const send: Send = async ({ url }) => {
  const query = new URL(url).searchParams
  const excluded = (query.get('exclude') ?? '').split(',')
  const before = query.get('before') ?? '9'
  const found = POSTS.filter(({ id, date }) => date < before && !excluded.includes(String(id)))
  const size = Number(query.get('per_page'))
  const headers = { 'x-wp-total': String(found.length), 'x-wp-totalpages': String(Math.ceil(found.length / size)) }
  return responseOf(JSON.stringify(found.slice(0, size)), { type: 'application/json', headers })
}
const handle = 'blog.example'
const site = { root: 'https://blog.example/wp-json/', base: 'https://blog.example/', about: { name: 'A blog' } }
const account = { id: handle, profile: buildProfile({ handle }), keep: { ...site, archive: undefined } }
const request = {
  ...{ send, ask: send },
  settings: {},
  now: () => 0,
  wait: async () => {},
  handle,
  limit: 20,
  account: async () => account,
}

const walk = async (variant: string) => {
  const pages: string[][] = []
  let after: string | undefined
  do {
    const page = await pagePosts({ ...request, variant, after })
    pages.push(page.posts.map(({ id }) => id))
    after = page.next
  } while (after !== undefined && pages.length < 100)
  return pages
}

test('a page of long posts is shorter, and no post is skipped or repeated', async () => {
  const most = Math.floor(PAGE_LIMITS.tags / TAGS)
  const ids = POSTS.map(({ id }) => String(id))
  const pages = await walk('posts')
  assert.deepEqual(pages.flat(), ids)
  assert.ok(most > 1 && pages.every((page) => page.length <= most))
  const media = await walk('media')
  assert.deepEqual(
    media.flat(),
    ids.filter((_, n) => n % 2 === 0),
  )
  assert.ok(media.every((page) => page.length <= most))
})

test('ends the walk at a site that ignores positions and always returns its newest posts', async () => {
  const deaf: Send = ({ url, ...call }) =>
    send({ ...call, url: String(url).replace(/&(?:before|offset|exclude)=[^&]*/g, '') })
  const ids: string[] = []
  let after: string | undefined
  let pages = 0
  do {
    const page = await pagePosts({ ...request, send: deaf, ask: deaf, variant: 'posts', after })
    ids.push(...page.posts.map(({ id }) => id))
    after = page.next
    pages += 1
  } while (after !== undefined && pages < 100)
  assert.deepEqual(
    ids.slice(0, 20),
    POSTS.slice(0, 20).map(({ id }) => String(id)),
  )
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(pages < 40, `${pages} pages`)
})
