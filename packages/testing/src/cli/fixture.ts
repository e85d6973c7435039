// Runs the command line in tests, with a temporary folder, a manual clock and captured output.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { exitStatus, formatError } from '@central-api/service/cli/format-error.ts'
import type { Io } from '@central-api/service/cli/io.ts'
import { runProgram } from '@central-api/service/cli/run-program.ts'
import { readConfig } from '@central-api/service/config/read-config.ts'
import { openCore } from '@central-api/service/core.ts'

export const NOW = Date.parse('2030-01-15T12:00:00Z')

export type Outcome = { readonly status: number; readonly out: string; readonly err: string }

export type TestCli = {
  readonly folder: string
  /** A path in the folder. */
  file(name: string): string
  readonly clock: { at: number }
  /** The environment. Tests may add settings while they run. */
  readonly environment: Record<string, string>
  run(...args: string[]): Promise<Outcome>
  /** Runs a command with changed parts of `Io`. */
  runWith(changed: Partial<Io>, ...args: string[]): Promise<Outcome>
  /** Runs a command with --json. Throws its error output if it fails. */
  json<T = Record<string, unknown>>(...args: string[]): Promise<T>
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

  const runWith = async (more: Partial<Io>, ...args: string[]): Promise<Outcome> => {
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
      await runProgram(io, args)
      return { status: 0, out, err }
    } catch (error) {
      return { status: exitStatus(error), out, err: err + formatError(error) }
    }
  }

  const run = (...args: string[]) => runWith({}, ...args)

  const json = async <T>(...args: string[]): Promise<T> => {
    const { status, out, err } = await run(...args, '--json')
    if (status !== 0 || err !== '') throw new Error(`${args.join(' ')} ended with ${status}: ${err}`)
    return JSON.parse(out) as T
  }

  return { folder, file, clock, environment, run, runWith, json }
}

/** Creates the store that the settings of the environment select. Most commands do not create a store, and the others say so. */
export const createStore = async ({ environment, clock }: Pick<TestCli, 'environment' | 'clock'>): Promise<void> => {
  const { store } = await openCore({ config: readConfig(environment), now: () => clock.at })
  await store.close()
}

/** The same with an existing store without licenses. */
export const createTestCliOnStore = async (
  context: Pick<TestContext, 'after'>,
  changed: Partial<Io> = {},
): Promise<TestCli> => {
  const cli = await createTestCli(context, changed)
  await createStore(cli)
  return cli
}
