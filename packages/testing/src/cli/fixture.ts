// The command line in a test: a folder of its own, a clock that is set by hand, and everything printed kept in memory.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Io } from '@central-api/service/cli/io.ts'
import { runProgram } from '@central-api/service/cli/run-program.ts'
import { exitStatus, tellError } from '@central-api/service/cli/tell-error.ts'
import { readConfig } from '@central-api/service/config/read-config.ts'
import { openCore } from '@central-api/service/core.ts'

export const NOW = Date.parse('2030-01-15T12:00:00Z')

export type Outcome = { readonly status: number; readonly out: string; readonly err: string }

export type TestCli = {
  readonly folder: string
  /** A path in the folder. */
  file(name: string): string
  readonly clock: { at: number }
  /** Settings besides DATABASE_URL, which may be added while the test runs. */
  readonly environment: Record<string, string>
  run(...words: string[]): Promise<Outcome>
  /** The same with another outside world. */
  runWith(changed: Partial<Io>, ...words: string[]): Promise<Outcome>
  /** Runs it with --json; throws what it said where it did not work. */
  json<T = Record<string, unknown>>(...words: string[]): Promise<T>
}

export const createTestCli = async (
  context: Pick<TestContext, 'after'>,
  changed: Partial<Io> = {},
): Promise<TestCli> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-cli-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const file = (name: string) => join(folder, name)
  const clock = { at: NOW }
  const environment: Record<string, string> = { DATABASE_URL: `sqlite:${file('central.db')}` }

  const runWith = async (more: Partial<Io>, ...words: string[]): Promise<Outcome> => {
    let [out, err] = ['', '']
    const io: Io = {
      environment,
      out: (text) => {
        out += text
      },
      log: (text) => {
        out += text
      },
      written: async () => {},
      err: (text) => {
        err += text
      },
      isTerminal: false,
      isErrTerminal: false,
      columns: 100,
      userName: 'gardener',
      timeZone: 'UTC',
      now: () => clock.at,
      onSignal: () => {},
      onHangup: () => {},
      exit: (code) => {
        throw new Error(`exit ${code}`)
      },
      ...changed,
      ...more,
    }
    try {
      await runProgram(io, words)
      return { status: 0, out, err }
    } catch (error) {
      return { status: exitStatus(error), out, err: err + tellError(error) }
    }
  }

  const run = (...words: string[]) => runWith({}, ...words)

  const json = async <T>(...words: string[]): Promise<T> => {
    const { status, out, err } = await run(...words, '--json')
    if (status !== 0 || err !== '') throw new Error(`${words.join(' ')} ended with ${status}: ${err}`)
    return JSON.parse(out) as T
  }

  return { folder, file, clock, environment, run, runWith, json }
}

/** The same with a store that is there and has no license: most commands make none. */
export const createTestCliOnStore = async (
  context: Pick<TestContext, 'after'>,
  changed: Partial<Io> = {},
): Promise<TestCli> => {
  const cli = await createTestCli(context, changed)
  const { store } = await openCore({ config: readConfig(cli.environment), now: () => cli.clock.at })
  await store.close()
  return cli
}
