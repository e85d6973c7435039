// Two replicas on one store, one of which is killed at any instant of a rotation: no token is lost but by the
// platform's own rule.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { dyingAfter } from '@central-api/testing/connect/dying-replica.ts'
import { DAY_MS, HOUR_MS, START, startRenewals } from '@central-api/testing/connect/start-renewals.ts'
import { openStore } from '../src/storage/open-store.ts'
import type { Store } from '../src/storage/store.ts'
import { openTwo } from './open-two.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

const LEASE_MS = 30_000
/** More instants than a look of one connection has. */
const INSTANTS = 50

type Opened = { readonly stores: readonly [Store, Store]; readonly dispose: () => Promise<void> }

const suite = (name: string, open: () => Promise<Opened>): void => {
  describe(name, () => {
    let opened: Opened
    before(async () => {
      opened = await open()
    })
    after(() => opened.dispose())

    for (const waits of ['reads', 'looks'] as const)
      test(`a replica is killed at each instant of a rotation, and the other one ${waits} on`, async () => {
        const [one, two] = opened.stores
        const ends = { connected: 0, ended: 0 }
        let last = -1
        for (let instant = 0; instant < INSTANTS; instant += 1) {
          const { clock, provider, connect, startReplica, find, secretsOf } = await startRenewals('tiktok', one)
          const made = await connect()
          const { died, isDead, ...wraps } = dyingAfter(instant)
          const doomed = startReplica(one, wraps)
          const survivor = startReplica(two)
          clock.at = START + (waits === 'reads' ? 2.1 : 1.6) * HOUR_MS
          const running = waits === 'reads' ? doomed.fresh(made).then(() => {}) : doomed.look()
          await Promise.race([running, died])
          const isKilled = isDead()
          const before = provider.calls.length
          // Whatever it held of the lease has lapsed.
          clock.at += LEASE_MS
          if (waits === 'reads')
            await survivor.fresh(await two.connections.find(made.id).then((found) => found ?? made))
          else await survivor.look()
          const stored = await find(made)
          // One exchange, or a second one with a token that the first one may have ended.
          assert.ok(provider.calls.length <= 2, `instant ${instant}`)
          if (stored.state === 'ended') {
            ends.ended += 1
            // The platform had rotated, and the only process that knew the new token was killed.
            assert.ok(isKilled && before === 1 && provider.calls.length === 2, `instant ${instant}`)
          } else {
            ends.connected += 1
            assert.equal(provider.calls.length, 1, `instant ${instant}`)
            assert.equal(secretsOf(stored).refreshToken, provider.secrets.at(-1), `instant ${instant}`)
          }
          await one.connections.remove(made.id, made.licenseId)
          if (!isKilled) {
            last = instant
            break
          }
        }
        // Every instant was one of the kills, and only those between the platform's answer and the write lose a token.
        assert.ok(last > 5 && last < INSTANTS, `${last} instants`)
        assert.ok(ends.ended >= 1 && ends.ended <= 3, JSON.stringify(ends))
      })

    test('ten replicas that look at once renew each of thirty connections once', async () => {
      const [one, two] = opened.stores
      const { clock, provider, connect, startReplica, find } = await startRenewals('instagram', one)
      const all = []
      for (let index = 0; index < 30; index += 1) all.push(await connect())
      clock.at = START + 48 * DAY_MS
      await Promise.all(Array.from({ length: 10 }, (_, at) => startReplica(at % 2 === 0 ? one : two).look()))
      assert.equal(provider.calls.length, 30)
      for (const each of all) assert.equal((await find(each)).renewedAt, clock.at)
    })
  })
}

suite('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  const url = `sqlite:${join(folder, 'central.db')}`
  const stores = [await openStore(url), await openStore(url)] as const
  return {
    stores,
    async dispose() {
      await Promise.all(stores.map((store) => store.close()))
      await rm(folder, { recursive: true, force: true })
    },
  }
})

let server: PostgresServer
before(async () => {
  server = await startPostgres()
})
after(() => server.dispose())

suite('PostgreSQL', () => openTwo(server))
