import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildProfile } from '../../post/build-post.ts'
import { PAGE_LIMITS } from '../../post/reading-budget.ts'
import type { Ask } from '../contract/call.ts'
import { answerOf } from '../feeds/answer-of.ts'
import { readStatuses } from './read-statuses.ts'

const TAGS = 6_000
const STATUSES = Array.from({ length: 50 }, (_, n) => {
  const content = '<b>x</b>'.repeat(TAGS / 2)
  const own = { id: String(1_000 - n), visibility: 'public', created_at: '2026-01-01T00:00:00Z' }
  // The text of a boost is that of the status it boosts.
  return n % 2 === 0 ? { ...own, content } : { ...own, content: '', reblog: { ...own, id: `o${n}`, content } }
})

const ask: Ask = async ({ query }) => {
  const before = query?.max_id ?? '9999'
  const found = STATUSES.filter(({ id }) => Number(id) < Number(before)).slice(0, 20)
  return answerOf(JSON.stringify(found), { type: 'application/json' })
}

test('a page of long statuses is shorter, and none is skipped or comes twice', async () => {
  const handle = 'garden@social.example'
  const account = { id: handle, profile: buildProfile({ handle }), keep: { handle, host: 'social.example', id: '1' } }
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await readStatuses({
      ask,
      settings: {},
      now: () => 0,
      wait: async () => {},
      handle,
      variant: 'all',
      after,
      limit: 20,
      account: async () => account,
    })
    assert.ok(page.posts.length <= Math.floor(PAGE_LIMITS.tags / TAGS))
    ids.push(...page.posts.map(({ id }) => id))
    after = page.next
  } while (after !== undefined)
  assert.deepEqual(
    ids,
    STATUSES.map(({ id }) => id),
  )
})
