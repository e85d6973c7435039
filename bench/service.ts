// The service under load, as an operator starts it: the real command, SQLite on disk with synchronous=FULL, a live
// license whose quota is not in the way.

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadPeppers } from '../packages/service/src/config/load-peppers.ts'
import { createLicenses } from '../packages/service/src/licensing/licenses.ts'
import { openStore } from '../packages/service/src/storage/open-store.ts'
import { startChild } from './child.ts'

const MAIN = new URL('../packages/service/src/main.ts', import.meta.url).pathname
const PLENTY = 1_000_000_000

export type BenchService = Awaited<ReturnType<typeof startService>>

export const startService = async (environment: NodeJS.ProcessEnv = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-bench-'))
  const databaseUrl = `sqlite:${join(folder, 'central.db')}`
  const peppers = await loadPeppers('', databaseUrl)
  const store = await openStore(databaseUrl)
  await store.plans.put({
    name: 'bench',
    scans: PLENTY,
    validations: PLENTY,
    burst: PLENTY,
    sites: null,
    platforms: null,
  })
  const licenses = createLicenses({ store, peppers, now: Date.now, randomBytes })
  const { key } = await licenses.create({ plan: 'bench' })
  await store.close()

  const child = await startChild(MAIN, ['serve'], { PORT: '0', DATABASE_URL: databaseUrl, ...environment })
  const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    return fetch(`${child.origin}/api/v1${path}`, init)
  }
  const exchanged = (await (await post('/auth/token', { licenseKey: key })).json()) as { data: { token: string } }
  const authorization = `Bearer ${exchanged.data.token}`
  return {
    ...child,
    authorization,
    scan: (body: unknown) => post('/scan-profile', body, { authorization }),
    async stop() {
      await child.stop()
      await rm(folder, { recursive: true })
    },
  }
}
