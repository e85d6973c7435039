// How long other replicas serve a license after it was suspended through one.

import { openStore } from '../packages/service/src/storage/open-store.ts'
import type { PostgresServer } from '../packages/service/test/postgres-server.ts'
import { act } from '../packages/testing/src/storage/fixture.ts'
import { percentile } from './figures.ts'
import { prepareStore, serveFrom } from './service.ts'

const QUESTION = { platform: 'sandbox', handle: 'demo' }

export type Revocation = { readonly p50Ms: number; readonly p99Ms: number }

export const measureRevocation = async (
  postgres: PostgresServer,
  replicas: number,
  times: number,
): Promise<Revocation> => {
  const store = await prepareStore(await postgres.createDatabase())
  const fleet = await Promise.all(Array.from({ length: replicas }, () => serveFrom(store)))
  const operator = await openStore(store.databaseUrl)
  const delays: number[] = []
  /** Requests one replica until it returns the status. */
  const until = async (replica: (typeof fleet)[number], status: number) => {
    while ((await replica.send('/scan-profile', QUESTION)).status !== status);
    return performance.now()
  }
  try {
    for (let n = 0; n < times; n += 1) {
      await Promise.all(fleet.map((replica) => until(replica, 200)))
      const suspendedAt = performance.now()
      await operator.licenses.setStatus(store.licenseId, 'suspended', act())
      const felt = await Promise.all(fleet.map((replica) => until(replica, 403)))
      delays.push(...felt.map((at) => at - suspendedAt))
      await operator.licenses.setStatus(store.licenseId, 'active', act())
    }
  } finally {
    for (const replica of fleet) await replica.stop()
    await operator.close()
    await store.dispose()
  }
  return { p50Ms: percentile(delays, 50), p99Ms: percentile(delays, 99) }
}
