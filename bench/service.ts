// The service under load, started like an operator does: the real command, SQLite on disk with synchronous=FULL unless
// DATABASE_URL says otherwise, and a live license with a quota that is never reached.

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parsePeppers } from '../packages/service/src/licensing/keys/pepper.ts'
import { createLicenses } from '../packages/service/src/licensing/licenses/licenses.ts'
import { openStore } from '../packages/service/src/storage/open-store.ts'
import { OPERATOR } from '../packages/testing/src/licensing/fixture.ts'
import { act } from '../packages/testing/src/storage/fixture.ts'
import { startChild } from './child.ts'

const COMMAND = new URL('../packages/service/bin/central-api.js', import.meta.url).pathname
/** The interpreter, from the first line of the command: `#!/usr/bin/env -S` and the rest. */
const [, ENV = '', REST = ''] = /^#!(\S+) -S (.*)/.exec(readFileSync(COMMAND, 'utf8')) ?? []
const PLENTY = 1_000_000_000
/** For a file other than the command: uses the compile cache, as the command does. */
const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }

export type BenchService = Awaited<ReturnType<typeof startService>>

export type Store = {
  readonly databaseUrl: string
  readonly pepper: string
  readonly key: string
  readonly licenseId: string
  dispose(): Promise<void>
}

const PEPPER = 'pepper-of-the-benchmarks-pepper-of-the-benchmarks'

/** A store with one license. SQLite in a folder of its own unless a URL is given. */
export const prepareStore = async (url?: string): Promise<Store> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-bench-'))
  const databaseUrl = url ?? `sqlite:${join(folder, 'central.db')}`
  const store = await openStore(databaseUrl)
  await store.plans.put(
    {
      name: 'bench',
      scans: PLENTY,
      validations: PLENTY,
      burst: PLENTY,
      sites: null,
      connections: null,
      media: 'proxy',
      mediaMb: null,
      platforms: null,
    },
    act(),
  )
  const licenses = createLicenses({ store, peppers: parsePeppers(PEPPER), now: Date.now, randomBytes })
  const { license, key } = await licenses.create({ plan: 'bench' }, OPERATOR)
  await store.close()
  return { databaseUrl, pepper: PEPPER, key, licenseId: license.id, dispose: () => rm(folder, { recursive: true }) }
}

/** A process that serves from the store, once it listens. Runs `file` instead of the command if given. */
export const startCommand = async (
  store: Store,
  environment: NodeJS.ProcessEnv = {},
  file = COMMAND,
  interpreter: readonly string[] = REST.split(' '),
) => {
  const settings = {
    PORT: '0',
    DATABASE_URL: store.databaseUrl,
    LICENSE_PEPPER: store.pepper,
    BASE_URL: 'https://central.example',
    ...(file !== COMMAND && COMPILED),
  }
  const child = await startChild(file, ['serve'], { ...settings, ...environment }, [ENV, ...interpreter])
  const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    return fetch(`${child.origin}/api/v1${path}`, init)
  }
  /** The token of this hour. */
  const exchange = async () => {
    const response = await post('/auth/token', { licenseKey: store.key })
    const { data } = (await response.json()) as { data: { token: string } }
    return `Bearer ${data.token}`
  }
  return { child, post, exchange }
}

/** Starts the service with a store of its own. */
export const serveFrom = async (...started: Parameters<typeof startCommand>) => {
  const { child, post, exchange } = await startCommand(...started)
  const authorization = await exchange()
  return {
    ...child,
    authorization,
    exchange,
    send: (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      post(path, body, { authorization, ...headers }),
  }
}

export const startService = async (environment: NodeJS.ProcessEnv = {}) => {
  const store = await prepareStore()
  const service = await serveFrom(store, environment)
  return {
    ...service,
    async stop() {
      await service.stop()
      await store.dispose()
    },
  }
}
