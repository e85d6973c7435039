// Imports licenses from a file, in batches. Existing licenses stay unchanged, so an interrupted import is simply run
// again. A key is hashed immediately and never stored in plain text.

import { createHash } from 'node:crypto'
import { actsBy } from '../audit/act.ts'
import type { RandomBytes } from '../crypto/random-bytes.ts'
import { createLicenseKey } from '../licensing/keys/license-key.ts'
import { hashKey, type Peppers } from '../licensing/keys/pepper.ts'
import { importEvents } from '../licensing/licenses/license-events.ts'
import { newLicenseId } from '../licensing/licenses/license-id.ts'
import type { Actor, ImportPart, KeyRecord, KnownLicenses, LicenseRecord, Store } from '../storage/store.ts'
import { StoreError } from '../storage/store-error.ts'
import { ImportError } from './import-error.ts'
import type { ImportedLicense, LicenseReader, RecordReference } from './license-reader.ts'
import type { FoundRecord } from './read-records.ts'
import { isRefusal, type Rejection } from './refusal.ts'
import { createSeen } from './seen.ts'

export type ImportCounts = {
  readonly read: number
  /** In a dry run: the number that would be created. */
  readonly made: number
  /** The number that existed before. */
  readonly there: number
  readonly refused: number
}

/** A record that was refused. */
export type RefusedLine = Rejection & RecordReference & Pick<FoundRecord, 'line' | 'record'>

/** A license whose record had no key, with the key created for it. */
export type NewKey = {
  readonly line: number
  readonly license: LicenseRecord
  readonly key: string
}

/** An imported record for display, without its key. */
export type TakenLine = Pick<FoundRecord, 'line' | 'record'> & {
  readonly outcome: 'made' | 'there'
  readonly license: Omit<ImportedLicense, 'key'>
  /** The last characters of the key; null when the record has none. */
  readonly hint: string | null
}

export type ImportOptions = {
  readonly records: AsyncIterable<readonly FoundRecord[]>
  readonly reader: LicenseReader
  readonly store: Pick<Store, 'licenses'>
  /** For the audit trail: who imports, which file, and from which system. */
  readonly actor: Actor
  readonly run: Pick<ImportPart, 'importId' | 'from' | 'file'>
  readonly peppers: Peppers
  readonly now: () => number
  readonly randomBytes: RandomBytes
  /** Whether to publish `license.created` for each new license. */
  readonly publishesCreated?: boolean
  /** Reports everything and writes nothing. */
  readonly isDry: boolean
  /** Called for refused records, in order. */
  readonly onRefused: (refused: RefusedLine) => Promise<void>
  /** Called for imported records, in order. */
  readonly onTaken?: (taken: TakenLine) => void
  /** Called before the licenses are created, because a key that is lost here cannot be recovered. Resolves to a
   * function that withdraws the keys when their licenses are not created. */
  readonly onNewKeys: (keys: readonly NewKey[]) => Promise<() => Promise<void>>
  readonly onProgress: (counts: ImportCounts) => void
}

const IMPORT_ID_BYTES = 9

/** The id that the audit entries of one import share. */
export const newImportId = (randomBytes: RandomBytes): string => `imp_${randomBytes(IMPORT_ID_BYTES).toString('hex')}`

/** Licenses per transaction. */
const BATCH = 500
/** Another process may create the same licenses at the same time, more than once. */
const MAX_TRIES = 5
const HINT_CHARACTERS = 4

type Line = Pick<FoundRecord, 'line' | 'record'>
type Candidate = Line & {
  readonly imported: ImportedLicense
  /** One hash per pepper, the current one first; empty without a key. */
  readonly hashes: readonly string[]
}
type Item = Candidate | RefusedLine
type Outcome = 'there' | 'made' | Rejection

const NO_IDENTITY: RecordReference = { externalId: null, hint: null }

const hintOf = ({ imported: { key } }: Candidate): string | null => key?.slice(-HINT_CHARACTERS) ?? null

const takenCandidate = (candidate: Candidate, outcome: 'made' | 'there'): TakenLine => {
  const { line, record, imported } = candidate
  const { key: _secret, ...license } = imported
  return { line, record, outcome, license, hint: hintOf(candidate) }
}

const refusedCandidate = (candidate: Candidate, refusal: Rejection): RefusedLine => {
  const { line, record, imported } = candidate
  return { ...refusal, line, record, externalId: imported.externalId, hint: hintOf(candidate) }
}

/** The outcome of a candidate, given what the store has. */
const judge = ({ imported, hashes }: Candidate, { licenses, keys }: Known): Outcome => {
  const { id, externalId } = imported
  if ((id !== null && licenses.has(id)) || (externalId !== null && keys.has(idDigest(externalId)))) return 'there'
  const owner = hashes.map((hash) => keys.get(hash)).find((found) => found !== undefined)
  if (owner === undefined) return 'made'
  const ownerId = licenses.get(owner) ?? null
  if (externalId === null || ownerId === null || ownerId === externalId) return 'there'
  return {
    reason: 'key_taken',
    message: `License ${owner}, with the external id ${JSON.stringify(ownerId)}, has this key`,
  }
}

type Known = {
  /** Id → external id. */
  readonly licenses: ReadonlyMap<string, string | null>
  /** Hash of a key, or digest of an external id → license id. */
  readonly keys: ReadonlyMap<string, string>
}

const idDigest = (externalId: string): string => createHash('sha256').update(externalId).digest('hex')

const toKnown = ({ licenses, keys }: KnownLicenses): Known => ({
  licenses: new Map(licenses.map(({ id, externalId }) => [id, externalId])),
  keys: new Map([
    ...keys.map(({ hash, licenseId }) => [hash, licenseId] as const),
    ...licenses.flatMap(({ id, externalId }) => (externalId === null ? [] : [[idDigest(externalId), id] as const])),
  ]),
})

/** Imports all records. Rejects with `ImportError` when the file becomes unreadable; records before that point stay
 * imported. */
export const importLicenses = async (options: ImportOptions): Promise<ImportCounts> => {
  const {
    records,
    reader,
    store,
    actor,
    run,
    peppers,
    now,
    randomBytes,
    isDry,
    onRefused,
    onTaken,
    onNewKeys,
    onProgress,
    publishesCreated = false,
  } = options
  const act = actsBy(now, randomBytes)
  const seen = createSeen()
  const counts = { read: 0, made: 0, there: 0, refused: 0 }

  const toItem = ({ line, record, cells }: FoundRecord): Item => {
    if (isRefusal(cells)) return { ...cells, ...NO_IDENTITY, line, record }
    const imported = reader.read(cells)
    if (isRefusal(imported)) return { ...imported, ...reader.identify(cells), line, record }
    const { key } = imported
    return { line, record, imported, hashes: key === null ? [] : peppers.all.map((pepper) => hashKey(key, pepper)) }
  }

  /** The earlier line with the same key or id, if any. */
  const firstLineOf = ({ line, imported: { id, externalId }, hashes }: Candidate): number | undefined =>
    [
      ...hashes.slice(0, 1),
      ...(id === null ? [] : [idDigest(`id ${id}`)]),
      ...(externalId === null ? [] : [idDigest(`external ${externalId}`)]),
    ]
      .map((digest) => seen.firstLine(digest, line))
      .find((first) => first !== undefined)

  const toRecords = ({ imported, hashes }: Candidate) => {
    const { id, key, ...values } = imported
    const license: LicenseRecord = { ...values, id: id ?? newLicenseId(randomBytes) }
    const text = key ?? createLicenseKey(license.mode, randomBytes)
    const keyRecord: KeyRecord = {
      hash: hashes[0] ?? hashKey(text, peppers.current),
      pepperVersion: peppers.current.version,
      licenseId: license.id,
      hint: text.slice(-HINT_CHARACTERS),
      createdAt: now(),
      expiresAt: null,
    }
    return { license, key: keyRecord, newKey: key === null ? text : null }
  }

  const known = async (candidates: readonly Candidate[]): Promise<Known> =>
    toKnown(
      await store.licenses.findKnown({
        ids: candidates.flatMap(({ imported: { id } }) => (id === null ? [] : [id])),
        externalIds: candidates.flatMap(({ imported: { externalId } }) => (externalId === null ? [] : [externalId])),
        hashes: candidates.flatMap(({ hashes }) => hashes),
      }),
    )

  /** Creates the missing licenses, all or nothing. */
  const createMissing = async (candidates: readonly Candidate[]): Promise<readonly Outcome[]> => {
    for (let tries = 1; ; tries += 1) {
      const existing = await known(candidates)
      const outcomes = candidates.map((candidate) => judge(candidate, existing))
      if (isDry) return outcomes
      const made = candidates.flatMap((each, at) =>
        outcomes[at] === 'made' ? [{ line: each.line, ...toRecords(each) }] : [],
      )
      const newKeys = made.flatMap(({ line, license, newKey }) =>
        newKey === null ? [] : [{ line, license, key: newKey }],
      )
      const withdrawKeys = newKeys.length > 0 ? await onNewKeys(newKeys) : undefined
      try {
        const lines = made.map(({ line }) => line)
        const part = { ...run, firstLine: lines.at(0) ?? 0, lastLine: lines.at(-1) ?? 0 }
        const events = importEvents(
          made.map(({ license }) => license),
          { publishesCreated, now: now(), randomBytes },
        )
        await store.licenses.createAll(made, act('license.import', actor), part, events)
        return outcomes
      } catch (error) {
        if (!(error instanceof StoreError && error.kind === 'conflict')) throw error
        await withdrawKeys?.()
        if (tries === MAX_TRIES) throw error
      }
    }
  }

  const importBatch = async (items: readonly Item[]): Promise<void> => {
    const judged = items.map((item): Item => {
      if (isRefusal(item)) return item
      const first = firstLineOf(item)
      if (first === undefined) return item
      return refusedCandidate(item, { reason: 'twice', message: `Line ${first} has the same key or id` })
    })
    const candidates = judged.filter((item): item is Candidate => !isRefusal(item))
    const outcomes = (await createMissing(candidates)).values()
    for (const item of judged) {
      counts.read += 1
      const outcome = isRefusal(item) ? item : (outcomes.next().value as Outcome)
      if (typeof outcome === 'string') {
        counts[outcome] += 1
        if (!isRefusal(item)) onTaken?.(takenCandidate(item, outcome))
      } else {
        counts.refused += 1
        await onRefused(isRefusal(item) ? item : refusedCandidate(item, outcome))
      }
    }
    onProgress({ ...counts })
  }

  const pending: Item[] = []
  try {
    for await (const found of records) {
      for (const record of found) pending.push(toItem(record))
      while (pending.length >= BATCH) await importBatch(pending.splice(0, BATCH))
    }
  } catch (error) {
    // Import the records before the unreadable part.
    if (!(error instanceof ImportError)) throw error
    await importBatch(pending.splice(0))
    if (isDry || counts.read === 0) throw error
    throw new ImportError(error.message, `${error.advice}. The licenses before it were imported`)
  }
  await importBatch(pending)
  return counts
}
