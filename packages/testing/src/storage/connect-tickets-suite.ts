// What every backend must do with tickets: of several writers at once, one wins.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ConnectTicketRecord } from '@central-api/service/storage/connect-ticket-records.ts'
import type { Store } from '@central-api/service/storage/store.ts'
import { act, createLicense, fresh, type OpenTwo, openBeforeTests } from './fixture.ts'

export const ticket = (changes: Partial<ConnectTicketRecord> = {}): ConnectTicketRecord => ({
  id: fresh('ticket'),
  licenseId: 'lic_1',
  state: 'new',
  sealed: 'sealed',
  result: null,
  createdAt: 1_900_000_000_000,
  version: 0,
  ...changes,
})

export const connectTicketsSuite = (open: OpenTwo): void => {
  describe('tickets', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    test('a ticket is found by its id only', async () => {
      const made = ticket()
      await store.connectTickets.create(made)
      assert.deepEqual(await other.connectTickets.find(made.id), { ...made, version: 1 })
      assert.equal(await other.connectTickets.find(made.id.toUpperCase()), undefined)
    })

    test('of twenty writers at once, one changes the ticket', async () => {
      const made = ticket()
      await store.connectTickets.create(made)
      const next = { ...made, state: 'exchanging', version: 1 } as const
      const writers = Array.from({ length: 20 }, (_, n) => (n % 2 ? store : other))
      const changed = await Promise.all(
        writers.map(({ connectTickets }, n) => connectTickets.put({ ...next, sealed: `by ${n}` })),
      )
      assert.equal(changed.filter(Boolean).length, 1)
      assert.deepEqual(await store.connectTickets.find(made.id), {
        ...next,
        sealed: `by ${changed.indexOf(true)}`,
        version: 2,
      })
    })

    test('tickets go with their license', async () => {
      const { record } = await createLicense(store)
      const [own, foreign] = [ticket({ licenseId: record.id }), ticket()]
      for (const made of [own, foreign]) await store.connectTickets.create(made)
      await store.licenses.remove(record.id, act())
      const left = await Promise.all([own, foreign].map(({ id }) => other.connectTickets.find(id)))
      assert.deepEqual(left.map(Boolean), [false, true])
    })

    test('a ticket of another license, and one that does not exist, is not changed', async () => {
      const made = ticket()
      await store.connectTickets.create(made)
      assert.equal(await store.connectTickets.put({ ...made, licenseId: 'lic_2', version: 1 }), false)
      assert.equal(await store.connectTickets.put(ticket({ version: 1 })), false)
    })
  })
}
