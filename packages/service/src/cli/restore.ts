// central-api restore FILE: replaces the store with a backup. It verifies the backup and its pepper first, refuses to run while a
// service has the store open, and keeps the previous store.

import { access, readFile, rename } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { pepperFile } from '../config/load-peppers.ts'
import { readConfig } from '../config/read-config.ts'
import { type Replacement, stageReplacement } from '../files/replace-file.ts'
import { resolveLinks } from '../files/resolve-links.ts'
import { parsePeppers } from '../licensing/keys/pepper.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import { openSigningKey } from '../licensing/tokens/signing-key.ts'
import { stageRestoration } from '../observability/store-file.ts'
import { describeStore, IN_MEMORY } from '../storage/address/describe-store.ts'
import { storeFile } from '../storage/address/store-address.ts'
import { type StagedRestore, stageRestore } from '../storage/stage-restore.ts'
import type { Deletions, SigningKeyRecord } from '../storage/store.ts'
import { backedUpPepperFile } from './backup.ts'
import type { Io } from './io.ts'
import { printJson } from './output/print-json.ts'
import { withSpinner } from './output/spinner.ts'
import { pluralize } from './output/times.ts'
import { flushOutput } from './partial-failure.ts'

export const registerRestore = (command: Command, io: Io): void => {
  command
    .option('--json', 'print one JSON document')
    .action((file: string, { json }: { readonly json?: true }) => restore(io, resolve(file), json))
}

const restore = async (io: Io, file: string, json: true | undefined): Promise<void> => {
  const { databaseUrl, licensePepper } = readConfig(io.environment)
  if (databaseUrl === IN_MEMORY)
    throw new OperatorError('invalid', 'An in-memory store cannot be restored. Set DATABASE_URL')
  const staged = await withSpinner(io, 'Checking the backup', () => stageRestore(databaseUrl, file))
  const replacements: Replacement[] = []
  try {
    const deletions = await staged.deletionsBefore().catch(() => {
      io.err(`central-api: ${DELETIONS_LOST}\n`)
      return undefined
    })
    const { licenses, signingKeys } = await inspect(staged, deletions)
    const pepper = await choosePepper(licensePepper, databaseUrl, file)
    requireMatchingPepper(signingKeys, pepper, file)
    // Writes all files before it replaces any, so that a full disk changes nothing.
    const newPepper = await stagePepper(pepper, databaseUrl)
    if (newPepper) replacements.push(newPepper.replacement)
    const store = storeFile(databaseUrl) ?? databaseUrl
    const mark = await stageRestoration(store, { at: new Date(io.now()).toISOString(), from: file })
    replacements.push(mark)
    const storeBefore = await withSpinner(io, 'Replacing the store', () => staged.commit(io.now()))
    const pepperBefore = await newPepper?.commit(io.now())
    await mark.commit()
    const before = [storeBefore, pepperBefore].filter((path) => path !== undefined).map((path) => resolve(path))
    if (json) printJson(io, { file, licenses, before })
    else
      io.out(`Restored ${pluralize(licenses, 'license')} from ${file} to ${describeStore(databaseUrl)}.
${before.length === 0 ? '' : `The previous files are kept. Delete them when you no longer need them:\n${before.map((path) => `  ${path}\n`).join('')}`}Start the service: npx --no-install central-api serve
For a restore test next to the production service: npx --no-install central-api serve --quiet
`)
    await flushOutput(io, [
      `The store was replaced with ${file}. Do not run the command again: it would replace the store a second time`,
      ...before.map((path) => `The previous file is kept: ${path}`),
    ])
  } finally {
    for (const { discard } of replacements) await discard()
    await staged.discard()
  }
}

/** The replaced store is probably damaged, which is why it is replaced. */
const DELETIONS_LOST =
  'The replaced store is unreadable. Accounts that were disconnected and images that were forgotten after the backup are back; disconnect and forget them again'

/** Images that were forgotten after the backup stay forgotten, and accounts that were disconnected stay so. */
const inspect = async (staged: StagedRestore, deletions: Deletions | undefined) => {
  const store = await staged.open()
  try {
    if (deletions !== undefined) {
      await store.mediaMarks.adopt(deletions.marks)
      await store.connections.adoptRemoved(deletions.connections)
    }
    return { licenses: await store.licenses.count(), signingKeys: await store.signingKeys.list() }
  } finally {
    await store.close()
  }
}

/** `file`: the file that it was read from; undefined if it comes from LICENSE_PEPPER. */
type Pepper = { readonly text: string; readonly file: string | undefined }

/** The setting, else the pepper of the backup, else the pepper next to the store. */
const choosePepper = async (setting: string, databaseUrl: string, backup: string): Promise<Pepper> => {
  if (setting !== '') return { text: setting, file: undefined }
  const current = pepperFile(databaseUrl)
  for (const file of [backedUpPepperFile(backup), current]) {
    if (file !== undefined && (await exists(file))) return { text: await readFile(file, 'utf8'), file }
  }
  throw new OperatorError(
    'not_found',
    `No pepper found for this backup. Put ${backedUpPepperFile(backup)} next to it, or set the LICENSE_PEPPER that it was created with`,
  )
}

const requireMatchingPepper = (
  signingKeys: readonly SigningKeyRecord[],
  { text, file }: Pepper,
  backup: string,
): void => {
  const peppers = parsePeppers(text)
  const current = signingKeys.find(({ retiredAt }) => retiredAt === null)
  if (current === undefined || openSigningKey(current, peppers).privateKey !== undefined) return
  throw new OperatorError('conflict', `The pepper in ${file ?? 'LICENSE_PEPPER'} does not match ${backup}`)
}

type NewPepper = {
  readonly replacement: Replacement
  /** Installs the pepper. Returns the path of the previous pepper, if there was another one. */
  commit(now: number): Promise<string | undefined>
}

/** Prepares the pepper of the backup, unless the same pepper is already next to the store. */
const stagePepper = async ({ text, file }: Pepper, databaseUrl: string): Promise<NewPepper | undefined> => {
  const path = pepperFile(databaseUrl)
  if (file === undefined || path === undefined || file === path) return undefined
  const target = await resolveLinks(path)
  const hasPrevious = await exists(target)
  if (hasPrevious && (await readFile(target, 'utf8')).trim() === text.trim()) return undefined
  const replacement = await stageReplacement(target, text)
  return {
    replacement,
    async commit(now) {
      const before = hasPrevious
        ? `${target}.before-restore-${new Date(now).toISOString().replace(/[-:.]/g, '')}`
        : undefined
      if (before !== undefined) await rename(target, before)
      await replacement.commit()
      return before
    },
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
