// The service in a separate process, on a store of the test. Killed when the test ends.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { UNHURRIED } from '@central-api/testing/start-service.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import { parsePeppers } from '../../src/licensing/keys/pepper.ts'
import { createLicenses } from '../../src/licensing/licenses/licenses.ts'
import { monthAt } from '../../src/licensing/usage/quota.ts'
import { openStore } from '../../src/storage/open-store.ts'

const COMMAND = new URL('../../bin/central-api.js', import.meta.url).pathname
const PEPPER = 'pepper-of-the-tests-pepper-of-the-tests'
const PLENTY = 1_000_000
/** A PATH with this Node, which the command's first line looks for. */
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)

/** Registers the clean-up. */
export type Ending = { after(end: () => unknown): void }
export type Environment = Readonly<Record<string, string>>
export type ServiceProcess = Awaited<ReturnType<typeof startProcess>>

export const makeFolder = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A store with a license of a large quota, which the test reads while processes use it. */
export const prepareStore = async (context: TestContext) =>
  prepareStoreAt(context, `sqlite:${join(await makeFolder(context), 'central.db')}`)

export const prepareStoreAt = async (context: Ending, databaseUrl: string) => {
  const store = await openStore(databaseUrl)
  context.after(() => store.close())
  await store.plans.put(
    {
      name: 'load',
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
  const { license, key } = await licenses.create({ plan: 'load' }, OPERATOR)
  return {
    store,
    licenses,
    licenseId: license.id,
    key,
    environment: { DATABASE_URL: databaseUrl, LICENSE_PEPPER: PEPPER, BASE_URL: 'https://central.example' },
    used: () => store.usage.read(license.id, 'scans', monthAt(Date.now()).startsAt),
  }
}

/** Resolves when it listens; rejects with its output if it exits before. `within` is a command prefix, such as one for a
 * network namespace. */
export const startProcess = async (context: Ending, environment: Environment, within: readonly string[] = []) => {
  const [command = '', ...args] = [...within, COMMAND, 'serve']
  const child = spawn(command, args, {
    env: { PATH, PORT: '0', ...UNHURRIED, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = exitOf(child)
  context.after(async () => {
    child.kill('SIGKILL')
    await exited
  })
  let output = ''
  const origin = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk
      const [, address] = /(?:"address":"|\baddress=)(http[^"\s]+)/.exec(output) ?? []
      if (address !== undefined) resolve(address)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    exited.then(({ code }) => reject(new Error(`It ended with ${code}: ${output}`)))
  })
  return {
    origin,
    pid: child.pid ?? 0,
    /** Its output so far. */
    output: () => output,
    signal: (name: 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGKILL' | 'SIGUSR2') => child.kill(name),
    exited,
  }
}

const exitOf = (child: ChildProcess) =>
  new Promise<{ readonly code: number | null; readonly signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
