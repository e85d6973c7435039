// central-api migrate --to URL: copies the store into another database while the service runs, and explains how to switch over.
// It can be repeated. It never prints a URL with a password, nor the pepper.

import { resolve } from 'node:path'
import type { Command } from 'commander'
import { pepperFile } from '../config/load-peppers.ts'
import { SETTINGS } from '../config/settings.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import { describeStore, IN_MEMORY } from '../storage/address/describe-store.ts'
import { copyStore } from '../storage/copy-store.ts'
import { openStore } from '../storage/open-store.ts'
import type { Store } from '../storage/store.ts'
import { reasonOf } from '../storage/store-error.ts'
import type { Io } from './io.ts'
import { copiedView, describeCopy, differences, switchOverSteps } from './migrate/copy-view.ts'
import { type OpenCore, withVerifiedPepper } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { createProgress } from './output/progress.ts'
import { formatCount } from './output/times.ts'
import { flushOutput } from './partial-failure.ts'

type MigrateOptions = { readonly to: string; readonly json?: true }

export const registerMigrate = (command: Command, io: Io): void => {
  command
    .requiredOption('--to <url>', 'the empty target database: postgres://…')
    .option('--json', 'print one JSON document')
    .action((options: MigrateOptions) => withVerifiedPepper(io, (core) => migrate(io, core, options)))
}

const migrate = async (io: Io, { store: source, config }: OpenCore, { to, json }: MigrateOptions): Promise<void> => {
  const { databaseUrl, licensePepper } = config
  const [from, into] = [describeStore(databaseUrl), describeStore(to)]
  requireDifferent(to, from, into)
  if ((await source.licenses.count()) === 0) {
    throw new OperatorError(
      'not_found',
      `Nothing to copy: ${from} has no licenses. Check that DATABASE_URL is the source`,
    )
  }
  const target = await openTarget(to, into)
  try {
    const progress = createProgress(io)
    const { copied, comparison } = await copyStore({
      source,
      target,
      now: io.now,
      onProgress: ({ table, done, total }) =>
        progress.show(`Copying ${table}: ${formatCount(done)} of ${formatCount(total)}`),
    }).finally(progress.erase)
    if (!comparison.isSame)
      throw new OperatorError('conflict', `${into} differs from ${from}${differences(comparison)}`)
    const pepper = licensePepper === '' ? pepperFile(databaseUrl) : undefined
    const pepperPath = pepper === undefined ? undefined : resolve(pepper)
    if (json) printJson(io, { from, to: into, ...describeCopy(copied, comparison), pepperFile: pepperPath ?? null })
    else io.out(copiedView({ io, from, into, copied, comparison }) + switchOverSteps(from, pepperPath))
    await flushOutput(io, [
      `Copied ${from} to ${into}. All rows are identical`,
      'Run the command again to copy later changes and to see how to switch over',
    ])
  } finally {
    await target.close()
  }
}

const requireDifferent = (to: string, from: string, into: string): void => {
  try {
    SETTINGS.databaseUrl.read(to)
  } catch (error) {
    throw new OperatorError('invalid', `--to ${error instanceof Error ? error.message : String(error)}`)
  }
  if (to === IN_MEMORY) throw new OperatorError('invalid', `--to is ${IN_MEMORY}, which is lost when the command ends`)
  if (from === into) throw new OperatorError('conflict', `--to is ${into}, which is also the source`)
}

const openTarget = (url: string, name: string): Promise<Store> =>
  openStore(url).catch((cause: unknown) => {
    throw new Error(`Cannot open ${name}: ${reasonOf(cause)}`, { cause })
  })
