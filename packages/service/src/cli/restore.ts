// central-api restore FILE: puts a backup in the place of the store. It is checked first, the pepper is proved to fit it,
// nothing is touched while a server has the store open, and what was there before is kept.

import { access, chmod, copyFile, readFile, rename } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { pepperFile } from '../config/load-peppers.ts'
import { readConfig } from '../config/read-config.ts'
import { parsePeppers } from '../licensing/keys/pepper.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import { openSigningKey } from '../licensing/tokens/signing-key.ts'
import { describeStore, IN_MEMORY } from '../storage/address/describe-store.ts'
import { openStore } from '../storage/open-store.ts'
import { stageRestore } from '../storage/stage-restore.ts'
import type { SigningKeyRecord } from '../storage/store.ts'
import { backedUpPepperFile } from './backup.ts'
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
  try {
    const { licenses, signingKeys } = await look(staged.url)
    const pepper = await choosePepper(licensePepper, databaseUrl, file)
    requireFit(signingKeys, pepper, file)
    const storeBefore = await staged.commit(io.now())
    const pepperBefore = await placePepper(pepper, databaseUrl, io.now())
    const before = [storeBefore, pepperBefore].filter((path) => path !== undefined).map((path) => resolve(path))
    if (json) return printJson(io, { file, licenses, before })
    io.out(`Restored ${counted(licenses, 'license')} from ${file} to ${describeStore(databaseUrl)}.
${before.length === 0 ? '' : `What was there before is kept; delete it when all is well:\n${before.map((path) => `  ${path}\n`).join('')}`}Start the service: npx --no-install central-api serve
`)
  } finally {
    await staged.discard()
  }
}

/** Opens the copy as the service would, which also brings an older one up to date. */
const look = async (url: string) => {
  const store = await openStore(url)
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

/** Puts a pepper that came with the backup beside the store; resolves to where another one is kept now. */
const placePepper = async ({ text, file }: Pepper, databaseUrl: string, now: number): Promise<string | undefined> => {
  const beside = pepperFile(databaseUrl)
  if (file === undefined || beside === undefined || file === beside) return undefined
  let before: string | undefined
  if (await isThere(beside)) {
    if ((await readFile(beside, 'utf8')).trim() === text.trim()) return undefined
    before = `${beside}.before-restore-${new Date(now).toISOString().replace(/[-:.]/g, '')}`
    await rename(beside, before)
  }
  await copyFile(file, beside)
  await chmod(beside, 0o600)
  return before
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
