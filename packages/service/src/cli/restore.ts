// central-api restore FILE: puts a backup in the place of the store. It is checked first, the pepper is proved to fit it,
// nothing is touched while a server has the store open, and what was there before is kept.

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
import type { SigningKeyRecord } from '../storage/store.ts'
import { backedUpPepperFile } from './backup.ts'
import { writtenOrSaid } from './half-done.ts'
import type { Io } from './io.ts'
import { printJson } from './output/print-json.ts'
import { counted } from './output/times.ts'

export const registerRestore = (command: Command, io: Io): void => {
  command
    .option('--json', 'print one JSON document')
    .action((file: string, { json }: { readonly json?: true }) => restore(io, resolve(file), json))
}

const restore = async (io: Io, file: string, json: true | undefined): Promise<void> => {
  const { databaseUrl, licensePepper } = readConfig(io.environment)
  if (databaseUrl === IN_MEMORY) throw new OperatorError('invalid', 'A store in memory cannot be restored')
  const staged = await stageRestore(databaseUrl, file)
  const beside: Replacement[] = []
  try {
    const { licenses, signingKeys } = await look(staged)
    const pepper = await choosePepper(licensePepper, databaseUrl, file)
    requireFit(signingKeys, pepper, file)
    // All that takes room is written before anything is put in place: a disk that is full leaves everything as it was.
    const newPepper = await stagePepper(pepper, databaseUrl)
    if (newPepper) beside.push(newPepper.replacement)
    const store = storeFile(databaseUrl) ?? databaseUrl
    const mark = await stageRestoration(store, { at: new Date(io.now()).toISOString(), from: file })
    beside.push(mark)
    const storeBefore = await staged.commit(io.now())
    const pepperBefore = await newPepper?.commit(io.now())
    await mark.commit()
    const before = [storeBefore, pepperBefore].filter((path) => path !== undefined).map((path) => resolve(path))
    if (json) printJson(io, { file, licenses, before })
    else
      io.out(`Restored ${counted(licenses, 'license')} from ${file} to ${describeStore(databaseUrl)}.
${before.length === 0 ? '' : `What was there before is kept; delete it when all is well:\n${before.map((path) => `  ${path}\n`).join('')}`}Start the service: npx --no-install central-api serve
As a drill, beside the service in use: npx --no-install central-api serve --quiet
`)
    await writtenOrSaid(io, [
      `The store was replaced by ${file}. Do not run the command again: it would replace the store once more`,
      ...before.map((path) => `What was there before is kept: ${path}`),
    ])
  } finally {
    for (const { discard } of beside) await discard()
    await staged.discard()
  }
}

const look = async (staged: StagedRestore) => {
  const store = await staged.open()
  try {
    return { licenses: await store.licenses.count(), signingKeys: await store.signingKeys.list() }
  } finally {
    await store.close()
  }
}

/** `file`: where it is read from, when it is not a setting. */
type Pepper = { readonly text: string; readonly file: string | undefined }

/** The setting, else what was backed up along, else what is beside the store already. */
const choosePepper = async (setting: string, databaseUrl: string, backup: string): Promise<Pepper> => {
  if (setting !== '') return { text: setting, file: undefined }
  const beside = pepperFile(databaseUrl)
  for (const file of [backedUpPepperFile(backup), beside]) {
    if (file !== undefined && (await isThere(file))) return { text: await readFile(file, 'utf8'), file }
  }
  throw new OperatorError(
    'not_found',
    `There is no pepper for this backup: put ${backedUpPepperFile(backup)} beside it, or set the LICENSE_PEPPER that it was made with`,
  )
}

const requireFit = (signingKeys: readonly SigningKeyRecord[], { text, file }: Pepper, backup: string): void => {
  const peppers = parsePeppers(text)
  const current = signingKeys.find(({ retiredAt }) => retiredAt === null)
  if (current === undefined || openSigningKey(current, peppers).privateKey !== undefined) return
  throw new OperatorError(
    'conflict',
    `The pepper in ${file ?? 'LICENSE_PEPPER'} is not the one that ${backup} was made with`,
  )
}

type NewPepper = {
  readonly replacement: Replacement
  /** Puts it in place; resolves to where another one is kept now. */
  commit(now: number): Promise<string | undefined>
}

/** A pepper that came with the backup, where it is not beside the store already. */
const stagePepper = async ({ text, file }: Pepper, databaseUrl: string): Promise<NewPepper | undefined> => {
  const path = pepperFile(databaseUrl)
  if (file === undefined || path === undefined || file === path) return undefined
  const beside = await resolveLinks(path)
  const isAnother = await isThere(beside)
  if (isAnother && (await readFile(beside, 'utf8')).trim() === text.trim()) return undefined
  const replacement = await stageReplacement(beside, text)
  return {
    replacement,
    async commit(now) {
      const before = isAnother
        ? `${beside}.before-restore-${new Date(now).toISOString().replace(/[-:.]/g, '')}`
        : undefined
      if (before !== undefined) await rename(beside, before)
      await replacement.commit()
      return before
    },
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
