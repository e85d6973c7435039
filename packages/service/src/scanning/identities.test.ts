import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClock,
  createStubStore,
  dataOf,
  FRESH_MS,
  jsonResponse,
  rejectsWith,
  startEngine,
  stub,
  textOf,
} from '@central-api/testing/scanning/fixture.ts'
import { jsonObject } from '../parsing/json-value.ts'
import { buildPost, buildProfile } from '../post/build-post.ts'
import type { Platform } from '../upstream/contract/platform.ts'

/** A platform with account ids, which it reports with the account. */
const numbered: Platform = {
  ...stub,
  hasAccountIds: true,
  sources: [
    {
      id: 'api',
      provenance: 'official_api',
      async account({ send, handle }) {
        const { id } = jsonObject((await send({ url: `https://api.stub.example/who/${handle}` })).json())
        return { id: String(id), handle: String(id), profile: buildProfile({ handle }), keep: undefined }
      },
      async posts({ send, after, account }) {
        const { id } = await account()
        const response = await send({ url: `https://api.stub.example/posts/${id}`, query: { after } })
        const { text, next } = jsonObject(response.json())
        return {
          posts: [buildPost({ id: '1', text: String(text) })],
          next: next === undefined ? undefined : String(next),
        }
      },
    },
  ],
}

const start = (ids: Record<string, string>, store = createStubStore(), clock = createClock()) => {
  const engine = startEngine({ platform: numbered, store, clock })
  engine.egress.response = ({ url }) => {
    const [, kind, name = ''] = new URL(url).pathname.split('/')
    return jsonResponse(kind === 'who' ? { id: ids[name] ?? name } : { text: `posts of ${name}`, next: 'behind' })
  }
  return engine
}

test('all spellings of a profile share one page and one call, and the permanent handle is returned', async () => {
  const { pages, scanOf, egress } = start({ name: '42', other: '42' })
  const first = await pages.get(scanOf('name'))
  assert.equal(dataOf(first.page).body.handle, '42')
  const before = egress.requests.length
  const again = await pages.get(scanOf('42'))
  assert.deepEqual([again.cache, textOf(again), egress.requests.length], ['hit', 'posts of 42', before])
  // A spelling that is not known yet costs a call for its account, and one for its page.
  await pages.get(scanOf('other'))
  assert.equal((await pages.get(scanOf('other'))).cache, 'hit')
})

test('after a restart, every known spelling finds the page without a call', async () => {
  const [store, clock] = [createStubStore(), createClock()]
  const before = start({ name: '42' }, store, clock)
  await before.pages.get(before.scanOf('name'))
  await before.pages.idle()
  const { pages, scanOf, calls } = start({}, store, clock)
  assert.deepEqual([(await pages.get(scanOf('name'))).cache, calls()], ['hit', 0])
})

test('a handle that moved to another account is another profile from the next fetch on', async () => {
  const ids: Record<string, string> = { name: '42' }
  const { pages, scanOf, clock } = start(ids)
  await pages.get(scanOf('name'))
  ids.name = '43'
  clock.advance(FRESH_MS * 10)
  assert.equal(textOf(await pages.get(scanOf('name'))), 'posts of 43')
  assert.equal(textOf(await pages.get(scanOf('42'))), 'posts of 42')
})

test('a cursor works for every spelling of its profile, and for no other profile', async () => {
  const { pages, scanOf, egress } = start({ name: '42', other: '42', unrelated: '7' })
  const { nextCursor } = dataOf((await pages.get(scanOf('name'))).page)
  const sealed = (handle: string) => ({ ...scanOf(handle), sealed: String(nextCursor) })
  const got = await pages.get(sealed('other'))
  assert.equal(dataOf(got.page).body.handle, '42')
  assert.match(egress.requests.at(-1)?.url ?? '', /posts\/42\?after=behind$/)
  await rejectsWith(pages.get(sealed('unrelated')), 'invalid_cursor')
})
