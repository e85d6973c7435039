// Converts a record of an export into a license, or says why it is refused. Reads only the columns in the table of the
// shop.

import { FOREIGN_KEY_LENGTH, isGuessable, isOurForm, normalizeForeignKey } from '../licensing/keys/foreign-key.ts'
import { findOurKey, tidyKey } from '../licensing/keys/pasted-key.ts'
import { NO_DETAILS, readDetails, readName } from '../licensing/licenses/license-details.ts'
import { isLicenseId } from '../licensing/licenses/license-id.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import { jsonObject } from '../parsing/json-value.ts'
import { parseJsonWithIds } from '../parsing/parse-json.ts'
import type { LicenseDetails, Mode, StoredStatus } from '../storage/store.ts'
import { type Cells, idOf, isTrue, Refused, refuse, shown, textOf } from './cells.ts'
import { columnsRead } from './columns.ts'
import { createFaults } from './faults.ts'
import { isLicenseRecord } from './is-license-record.ts'
import { type PlanMap, planOf } from './plan-map.ts'
import { createStatusReader } from './read-status.ts'
import { type DateOrder, timeOf } from './read-time.ts'
import type { Rejection } from './refusal.ts'
import type { ImportedField, Source } from './source.ts'

export type ImportedLicense = LicenseDetails & {
  /** An id that the license had in another Central API. */
  readonly id: string | null
  /** Normalized, as the input of the hash; null when the record has none. */
  readonly key: string | null
  readonly name: string | null
  readonly plan: string
  readonly mode: Mode
  readonly status: StoredStatus
  readonly expiresAt: number | null
  readonly createdAt: number
}

export type LicenseReaderOptions = {
  readonly source: Source
  readonly plans: PlanMap
  /** Whether records without a key are accepted. */
  readonly mayLackKey: boolean
  /** How to read dates such as 03/04/2030, which are refused otherwise. */
  readonly dateOrder?: DateOrder | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** A number whose last digits a spreadsheet or a program has lost. */
const ROUNDED = /^\d(?:[.,]\d+)?e\+\d+$/i
/** The apostrophe with which spreadsheets mark text; no key starts with it. */
const TEXT_MARK = /^'(?=[\dA-Za-z])(?!.*'$)/
const OWNER: readonly ImportedField[] = ['id', 'externalId', 'email', 'name', 'notes']
const HINT_CHARACTERS = 4
const EXPORT_AS_TEXT = 'format the column as text and export it again'

const keyOf = (written: string, mayLackKey: boolean): { key: string | null; mode?: Mode } => {
  if (written === '') {
    if (mayLackKey) return { key: null }
    throw new Refused(refuse('key_missing', 'The line has no key'))
  }
  const text = written.replace(TEXT_MARK, '')
  if (ROUNDED.test(text))
    throw new Refused(refuse('key_form', `The key is a number that a spreadsheet has rounded: ${EXPORT_AS_TEXT}`))
  const ours = findOurKey(text)
  if (ours !== undefined) return ours
  if (isOurForm(tidyKey(text)))
    throw new Refused(
      refuse('key_mistyped', 'The key begins like one of Central API, but its check digits do not match'),
    )
  const key = normalizeForeignKey(text)
  if (key?.startsWith('='))
    throw new Refused(refuse('key_form', `The key is a formula of a spreadsheet: ${EXPORT_AS_TEXT}`))
  if (key === undefined)
    throw new Refused(
      refuse(
        'key_form',
        `The key has ${text.length} characters. A key has 12 to 1,024 printable ASCII characters without white space`,
      ),
    )
  if (isGuessable(key))
    throw new Refused(
      refuse('key_guessable', `The key of ${key.length} characters can be guessed. Give the customer another one`),
    )
  return { key }
}

const idFor = (written: string): string | null => {
  if (written === '' || isLicenseId(written)) return written === '' ? null : written
  throw new Refused(refuse('id', `${shown(written)} is not a valid license id`))
}

const modeOf = (written: string, ofKey: Mode | undefined, isTest: boolean): Mode => {
  const word = written.toLowerCase()
  if (word !== '' && word !== 'live' && word !== 'test')
    throw new Refused(refuse('mode_unknown', `The mode is ${shown(written)}, neither live nor test`))
  if (ofKey !== undefined && word !== '' && word !== ofKey)
    throw new Refused(refuse('key_mode', `The key is a ${ofKey} key, but the mode is ${word}`))
  return ofKey ?? (word === 'test' || isTest ? 'test' : 'live')
}

const metadataOf = (cells: Cells, { metadata, metadataJson, metadataPrefix }: Source): Record<string, string> => {
  const json = metadataJson === undefined ? '' : textOf(cells, [metadataJson])
  const found = json === '' ? {} : readMetadata(json)
  for (const [column, { name, text }] of cells) {
    if (metadataPrefix !== undefined && column.startsWith(metadataPrefix) && text !== '') {
      found[name.slice(metadataPrefix.length)] = text
    }
  }
  for (const [name, columns] of Object.entries(metadata)) {
    const text = textOf(cells, columns)
    if (text !== '') found[name] = text
  }
  return found
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

const readMetadata = (json: string): Record<string, string> => {
  try {
    const value = parseJsonWithIds(json)
    const entries = Object.entries(jsonObject(value)).filter(([, text]) => text !== null)
    if (isObject(value) && !Array.isArray(value) && !entries.some(([, text]) => isObject(text)))
      return Object.fromEntries(entries.map(([name, text]) => [name, String(text)]))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Refused(refuse('details', 'The metadata is not a JSON object with string values'))
}

const orRefused = <T>(readDetail: () => T): T => {
  try {
    return readDetail()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    throw new Refused(refuse('details', error.message))
  }
}

export type RecordReference = {
  readonly externalId: string | null
  /** The end of a key that is long enough to have one. */
  readonly hint: string | null
}

export type LicenseReader = ReturnType<typeof createLicenseReader>

/** Reads the records of one shop. */
export const createLicenseReader = ({ source, plans, mayLackKey, dateOrder, now }: LicenseReaderOptions) => {
  const { columns, never } = source
  const statusOf = createStatusReader(source)
  const read = columnsRead(source)
  const prefix = source.id === 'csv' ? '' : `${source.id}:`

  const requireLicense = (cells: Cells): void => {
    const isThere =
      source.records === undefined
        ? read.some((column) => textOf(cells, [column]) !== '') || hasMetadata(cells)
        : isLicenseRecord(cells, source)
    if (isThere && (textOf(cells, columns.key) !== '' || hasOwner(cells))) return
    throw new Refused(
      refuse('no_license', `The record is not a license of ${source.name}, or has neither a key nor an owner`),
    )
  }
  /** Whether the record has a key or names an owner; a license without both would be useless. */
  const hasOwner = (cells: Cells): boolean =>
    !mayLackKey || OWNER.some((field) => textOf(cells, columns[field]) !== '') || hasMetadata(cells)
  const hasMetadata = (cells: Cells): boolean => Object.keys(metadataOf(cells, source)).length > 0

  const planFor = (cells: Cells): string => {
    const names = source.plan.flatMap((group) => {
      const parts = group.map((column) => idOf(cells, source, [column]))
      return parts.every((part) => part !== '') ? [parts.join('#')] : []
    })
    const plan = planOf(plans, names)
    if (plan !== undefined) return plan
    const reason =
      names.length === 0 ? 'The line names no product' : `No plan is mapped for ${names.map(shown).join(' or ')}`
    throw new Refused(refuse('plan_unmapped', `${reason}. Set --plan-map "${names.at(-1) ?? '*'}=PLAN"`))
  }

  const externalIdFor = (cells: Cells): string | null => {
    const externalId = idOf(cells, source, columns.externalId)
    if (!ROUNDED.test(externalId)) return externalId === '' ? null : prefix + externalId
    throw new Refused(
      refuse('details', `The external id ${shown(externalId)} is a number that was rounded: ${EXPORT_AS_TEXT}`),
    )
  }
  const metadataFor = (cells: Cells): Readonly<Record<string, string>> => {
    const metadata = metadataOf(cells, source)
    orRefused(() => readDetails({ metadata }))
    return metadata
  }
  const isForTests = (cells: Cells): boolean =>
    (source.isTest ?? []).some((column) => isTrue(cells, column, 'mode_unknown'))

  const toLicense = (cells: Cells): ImportedLicense => {
    requireLicense(cells)
    const of = (field: ImportedField): string => textOf(cells, columns[field])
    // Every fault of the record is collected, so that the operator can correct all of them at once.
    const faults = createFaults()
    const id = faults.collect(() => idFor(of('id')), null)
    // A cell may contain line breaks, for example after a company name.
    const name = faults.collect(() => orRefused(() => readName(of('name').replace(/\s+/g, ' '))), null)
    const { key, mode: modeOfKey } = faults.collect(() => keyOf(of('key'), mayLackKey), { key: null })
    const status = faults.collect(() => statusOf(cells), 'active')
    const externalId = faults.collect(() => externalIdFor(cells), null)
    const end = faults.collect(() => timeOf(of('expiresAt'), never, 'end', dateOrder), null)
    const madeAt = faults.collect(() => timeOf(of('createdAt'), never, 'date of the purchase', dateOrder), null)
    const plan = faults.collect(() => planFor(cells), '')
    const mode = faults.collect(() => modeOf(of('mode'), modeOfKey, isForTests(cells)), 'live')
    const given = { externalId, email: of('email'), notes: of('notes') }
    const texts = Object.entries(given).map(([field, text]) =>
      faults.collect(() => orRefused(() => readDetails({ [field]: text })), {}),
    )
    const metadata = faults.collect(() => metadataFor(cells), {})
    faults.throwAll()
    return {
      ...{ id, key, name, plan, mode },
      status: status === 'expired' ? 'active' : status,
      // A license that has ended without a known date ends now.
      expiresAt: status === 'expired' && (end === null || end > now()) ? now() : end,
      createdAt: Math.min(madeAt ?? now(), now()),
      ...NO_DETAILS,
      ...Object.assign({}, ...texts),
      metadata,
    }
  }

  return {
    /** The license, or why the record is refused. */
    read(cells: Cells): ImportedLicense | Rejection {
      try {
        return toLicense(cells)
      } catch (error) {
        if (error instanceof Refused) return error.refusal
        throw error
      }
    },
    /** What identifies a refused record. */
    identify(cells: Cells): RecordReference {
      const [externalId, key] = [idOf(cells, source, columns.externalId), textOf(cells, columns.key)]
      return {
        externalId: externalId === '' ? null : prefix + externalId,
        hint: key.length < FOREIGN_KEY_LENGTH.least ? null : key.slice(-HINT_CHARACTERS),
      }
    },
  }
}
