// What every backend must do with marks of images that must not be served: nothing deletes them, and other processes
// are notified.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Store } from '@central-api/service/storage/store.ts'
import { act, fresh, type OpenTwo, openBeforeTests } from './fixture.ts'

export const mediaMarksSuite = (open: OpenTwo): void => {
  describe('media marks', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    test('a mark keeps its first time, is audited once, and reaches other processes once', async () => {
      const subject = fresh('subject')
      const from = await store.changes.latest()
      const acts = [act({ at: 1_000, action: 'media.forget' }), act({ at: 2_000, action: 'media.forget' })] as const
      await store.mediaMarks.add(subject, acts[0])
      await other.mediaMarks.add(subject, acts[1])
      const marks = await other.mediaMarks.list()
      assert.deepEqual(
        marks.filter((mark) => mark.subject === subject),
        [{ subject, markedAt: 1_000 }],
      )
      const reported = (await other.changes.since(from)).map((change) => `${change.topic} ${change.subject}`)
      assert.deepEqual(reported, [`media ${subject}`])
      assert.deepEqual(
        (await store.audit.list({ limit: 10, subject })).map(({ id }) => id),
        [acts[0].id],
      )
    })

    test('many marks of another store are added to those that are there', async () => {
      const known = fresh('subject')
      await store.mediaMarks.add(known, act({ at: 1_000, action: 'media.forget' }))
      const marks = Array.from({ length: 2_500 }, (_, n) => ({ subject: fresh(`subject ${n}`), markedAt: n }))
      await other.mediaMarks.adopt([{ subject: known, markedAt: 9_000 }, ...marks])
      await other.mediaMarks.adopt([])
      const found = new Map((await store.mediaMarks.list()).map(({ subject, markedAt }) => [subject, markedAt]))
      assert.equal(found.get(known), 1_000)
      for (const { subject, markedAt } of marks) assert.equal(found.get(subject), markedAt)
    })

    test('a mark is to be purged once, also one of another store, and old ones are not', async () => {
      const [first, second, old] = [fresh('first'), fresh('second'), fresh('old')]
      const at = 9_000_000_000_000
      await store.mediaMarks.adopt([
        { subject: old, markedAt: at - 1 },
        { subject: second, markedAt: at + 2 },
      ])
      await store.mediaMarks.add(first, act({ at: at + 1, action: 'media.forget' }))
      assert.deepEqual(await other.mediaMarks.unpurged({ from: at, before: at + 3 }, 10), [first, second])
      assert.deepEqual(await other.mediaMarks.unpurged({ from: at, before: at + 3 }, 1), [first])
      assert.deepEqual(await other.mediaMarks.unpurged({ from: at, before: at + 2 }, 10), [first])
      const from = await store.changes.latest()
      await other.mediaMarks.setPurged([], at)
      await other.mediaMarks.setPurged([first], at)
      assert.deepEqual(await store.mediaMarks.unpurged({ from: at, before: at + 3 }, 10), [second])
      // Whom it concerns knows the mark already.
      assert.deepEqual(await store.changes.since(from), [])
      await store.mediaMarks.add(first, act({ at: at + 9, action: 'media.forget' }))
      assert.deepEqual(await store.mediaMarks.unpurged({ from: at, before: at + 3 }, 10), [second])
      await store.mediaMarks.setPurged([second, old], at)
    })
  })
}
