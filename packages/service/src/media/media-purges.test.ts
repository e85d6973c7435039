import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OperatorPostRequest } from '../egress/operator-post.ts'
import { subjectOf } from './media-key.ts'
import { createMediaPurges, tagOf, tagsOf } from './media-purges.ts'

const START = Date.UTC(2030, 0, 15)
const DAY_MS = 86_400_000

/** A CDN that responds as told, and processes that share its store. */
const start = (marked: readonly string[] = []) => {
  const state = { now: START, status: 200, isDown: false, isStoreDown: false }
  const waiting = new Map(marked.map((subject) => [subject, START - 10_000]))
  const sent: { readonly tags: readonly string[]; readonly request: OperatorPostRequest }[] = []
  const changes: (object | undefined)[] = []
  const errors: unknown[] = []
  let owner: string | undefined
  const process = (name: string, token = '') =>
    createMediaPurges({
      ...{ url: 'https://cdn.example/purge?zone=1', token, owner: name, now: () => state.now },
      marks: {
        async unpurged({ from, before }, limit) {
          if (state.isStoreDown) throw new Error('down')
          const due = [...waiting].filter(([, at]) => at >= from && at < before)
          return due.slice(0, limit).map(([subject]) => subject)
        },
        async setPurged(subjects) {
          for (const subject of subjects) waiting.delete(subject)
        },
      },
      leases: {
        async claim(_, lease) {
          if (owner !== undefined && owner !== lease.owner) return false
          owner = lease.owner
          return true
        },
        async release(_, releasing) {
          if (owner === releasing) owner = undefined
        },
      },
      async post(request) {
        const { tags } = JSON.parse(request.body) as { tags: string[] }
        sent.push({ tags, request })
        await new Promise((resolve) => setImmediate(resolve))
        if (state.isDown) throw new Error('ECONNREFUSED')
        return { status: state.status, retryAfter: undefined }
      },
      onChange: (why) => changes.push(why),
      onStoreError: (error) => errors.push(error),
    })
  return { state, waiting, sent, changes, errors, process }
}

test('each mark is sent once, by one process, as a tag that the responses have', async () => {
  const subject = subjectOf('https://a.example/1')
  const { sent, waiting, process } = start([subject.toString('hex')])
  const [one, other] = [process('one', 'secret'), process('other', 'secret')]
  await Promise.all([one.look(), other.look(), one.look()])
  await other.look()
  assert.deepEqual(
    sent.map(({ tags }) => tags),
    [[tagOf(subject.toString('hex'))]],
  )
  assert.ok(
    tagsOf([subject, subjectOf('b'), subject])
      .split(',')
      .includes(sent[0]?.tags[0] ?? ''),
  )
  const { url, headers } = sent[0]?.request ?? assert.fail()
  assert.equal(url, 'https://cdn.example/purge?zone=1')
  assert.deepEqual(headers, { 'content-type': 'application/json', authorization: 'Bearer secret' })
  assert.equal(waiting.size, 0)
})

test('many marks are sent in requests of 30', async () => {
  const { sent, process } = start(Array.from({ length: 65 }, (_, at) => `s${at}`))
  await process('one').look()
  assert.deepEqual(
    sent.map(({ tags }) => tags.length),
    [30, 30, 5],
  )
  assert.equal(sent[0]?.request.headers.authorization, undefined)
})

test('a mark that not every process may know of yet waits, and one of a month ago is not sent', async () => {
  const { sent, waiting, state, process } = start()
  waiting.set('new', START - 4_999)
  waiting.set('old', START - 32 * DAY_MS)
  const purges = process('one')
  await purges.look()
  assert.deepEqual(sent, [])
  state.now += 5_000
  await purges.look()
  assert.deepEqual(
    sent.map(({ tags }) => tags),
    [['m-new']],
  )
})

for (const [what, fail] of [
  ['refuses', { status: 429 }],
  ['redirects', { status: 302 }],
  ['is down', { isDown: true }],
] as const)
  test(`while the CDN ${what}, marks wait, ever longer, and one line says so`, async () => {
    const { sent, changes, waiting, state, process } = start(['a'])
    const purges = process('one')
    Object.assign(state, fail)
    await purges.look()
    await purges.look()
    assert.deepEqual([sent.length, changes.length, waiting.size], [1, 1, 1])
    for (const wait of [10_000, 20_000, 40_000]) {
      state.now += wait - 1
      const before = sent.length
      await purges.look()
      assert.equal(sent.length, before)
      state.now += 1
      await purges.look()
      assert.equal(sent.length, before + 1)
    }
    Object.assign(state, { status: 204, isDown: false })
    state.now += 15 * 60_000
    await purges.look()
    assert.deepEqual([changes.length, changes.at(-1), waiting.size], [2, undefined, 0])
  })

test('a store that is down is reported, and nothing is sent', async () => {
  const { sent, errors, state, process } = start(['a'])
  state.isStoreDown = true
  await process('one').look()
  assert.deepEqual([sent.length, errors.length], [0, 1])
})

test('closed in the middle, a mark is sent again by another process', async () => {
  const { waiting, changes, process } = start(['a'])
  const purges = process('one')
  const looking = purges.look()
  await Promise.all([purges.close(), looking])
  assert.equal(waiting.size, 1)
  assert.deepEqual(changes, [])
  await process('other').look()
  assert.equal(waiting.size, 0)
})
