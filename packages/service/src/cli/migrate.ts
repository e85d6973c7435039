// central-api migrate --to ADDRESS: copies the store into another database while the service goes on, as often as one likes,
// and says how to change over. It never prints an address that may hold a password, nor the pepper.

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
import { writtenOrSaid } from './half-done.ts'
import type { Io } from './io.ts'
import { changeOver, copiedView, describeCopy, differences } from './migrate/copy-view.ts'
import { type OpenCore, withProvenPepper } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { createProgress } from './output/progress.ts'
import { grouped } from './output/times.ts'

type MigrateOptions = { readonly to: string; readonly json?: true }

export const registerMigrate = (command: Command, io: Io): void => {
  command
    .requiredOption('--to <address>', 'the empty database to copy into: postgres://…')
    .option('--json', 'print one JSON document')
    .action((options: MigrateOptions) => withProvenPepper(io, (core) => migrate(io, core, options)))
}

const migrate = async (io: Io, { store: source, config }: OpenCore, { to, json }: MigrateOptions): Promise<void> => {
  const { databaseUrl, licensePepper } = config
  const [from, into] = [describeStore(databaseUrl), describeStore(to)]
  requireAnother(to, from, into)
  if ((await source.licenses.count()) === 0) {
    throw new OperatorError(
      'not_found',
      `There is nothing to copy: ${from} has no license. DATABASE_URL names the source`,
    )
  }
  const target = await openTarget(to, into)
  try {
    const progress = createProgress(io)
    const { copied, comparison } = await copyStore({
      source,
      target,
      now: io.now,
      onProgress: ({ table, done, total }) => progress.show(`Copying ${table}: ${grouped(done)} of ${grouped(total)}`),
    }).finally(progress.erase)
    if (!comparison.isSame)
      throw new OperatorError('conflict', `${into} is not the same as ${from}${differences(comparison)}`)
    const pepper = licensePepper === '' ? pepperFile(databaseUrl) : undefined
    const pepperPath = pepper === undefined ? undefined : resolve(pepper)
    if (json) printJson(io, { from, to: into, ...describeCopy(copied, comparison), pepperFile: pepperPath ?? null })
    else io.out(copiedView({ io, from, into, copied, comparison }) + changeOver(from, pepperPath))
    await writtenOrSaid(io, [
      `Copied ${from} to ${into}, and every row is the same`,
      'The command may be run again: it copies what has changed since, and says how to change over',
    ])
  } finally {
    await target.close()
  }
}

const requireAnother = (to: string, from: string, into: string): void => {
  try {
    SETTINGS.databaseUrl.read(to)
  } catch (error) {
    throw new OperatorError('invalid', `--to ${error instanceof Error ? error.message : String(error)}`)
  }
  if (to === IN_MEMORY) throw new OperatorError('invalid', `--to is ${IN_MEMORY}: nothing would be left`)
  if (from === into) throw new OperatorError('conflict', `--to is ${into}, which is the source itself`)
}

const openTarget = (url: string, name: string): Promise<Store> =>
  openStore(url).catch((cause: unknown) => {
    throw new Error(`Cannot open ${name}: ${reasonOf(cause)}`, { cause })
  })
