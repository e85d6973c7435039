// One record of an export → the license that it tells of, or why it is none. Reads only what the table of the shop says.

import { FOREIGN_KEY_LENGTH, isGuessable, isOurForm, normalizeForeignKey } from '../licensing/keys/foreign-key.ts'
import { findOurKey, tidyKey } from '../licensing/keys/pasted-key.ts'
import { readDetails, readName } from '../licensing/licenses/license-details.ts'
import { isLicenseId } from '../licensing/licenses/license-id.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import { jsonObject } from '../parsing/json-value.ts'
import { parseJsonWithIds } from '../parsing/parse-json.ts'
import { parseTime } from '../parsing/parse-time.ts'
import type { LicenseDetails, Mode, StoredStatus } from '../storage/store.ts'
import { columnsRead, createToColumn } from './columns.ts'
import { parseTruth } from './parse-truth.ts'
import { type PlanMap, planOf } from './plan-map.ts'
import type { Cells } from './read-records.ts'
import type { Reason, Refusal } from './refusal.ts'
import type { Columns, ImportedField, ImportedStatus, Source } from './source.ts'

export type ImportedLicense = LicenseDetails & {
  /** One that the license had in another Central API. */
  readonly id: string | null
  /** As it is hashed; null where the file has none. */
  readonly key: string | null
  readonly name: string | null
  readonly plan: string
  readonly mode: Mode
  readonly status: StoredStatus
  readonly expiresAt: number | null
  readonly createdAt: number
}

export const DATE_ORDERS = ['day-first', 'month-first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

export type LicenseReaderOptions = {
  readonly source: Source
  readonly plans: PlanMap
  /** Whether lines without a key are taken, too. */
  readonly mayLackKey: boolean
  /** Columns that do not matter, as the operator says, whatever their names sound like. */
  readonly isIgnored?: (column: string) => boolean
  /** Of dates such as 03/04/2030, which are refused without it. */
  readonly dateOrder?: DateOrder | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Days and months in figures. */
const TWO_FIGURES = /^(?<one>\d{1,2})[-/.](?<other>\d{1,2})[-/.](?<year>\d{4})(?<time> .*)?$/
/** A number of which a spreadsheet or a program has lost the last digits. */
const ROUNDED = /^\d(?:[.,]\d+)?e\+?\d+$/i
/** An integer as programs write it in a column that lacks some. */
const WHOLE = /^(?<digits>\d+)\.0+$/
/** A text mark of a spreadsheet before a key; none begins so. */
const TEXT_MARK = /^'(?=[\dA-Za-z])(?!.*'$)/
const STRICTEST: readonly ImportedStatus[] = ['revoked', 'suspended', 'expired', 'active']
const ENDING = /cancel|suspend|revok|disab|block|refund|charge.?back|expire|inactiv|banned|terminat|deactivat/i
const OWNER: readonly ImportedField[] = ['id', 'externalId', 'email', 'name', 'notes']
const HINT_CHARACTERS = 4
const EXPORT_AS_TEXT = 'export the column as text once more'
/** Of what a file says, as it is shown. */
const MOST_SHOWN = 60

const refuse = (reason: Reason, message: string): Refusal => ({ reason, message })
const shown = (text: string): string =>
  JSON.stringify(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text)

class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

const textOf = (cells: Cells, columns: Columns = []): string => {
  for (const column of columns) {
    const text = cells.get(column)?.text ?? ''
    if (text !== '') return text
  }
  return ''
}

/** Whether the column says so; what is neither true nor false is refused, and nothing is false. */
const isTrue = (cells: Cells, column: string, reason: Reason): boolean => {
  const word = textOf(cells, [column])
  const truth = word === '' ? false : parseTruth(word)
  if (truth === undefined)
    throw new Refused(refuse(reason, `${cells.get(column)?.name ?? column} is ${shown(word)}, neither true nor false`))
  return truth
}

/** A date of which only its writer knows what is the month, as the order says. */
const inOrder = (text: string, order: DateOrder | undefined): string => {
  const { one = '', other = '', year = '', time = '' } = TWO_FIGURES.exec(text)?.groups ?? {}
  if (order === undefined || year === '') return text
  const [day, month] = order === 'day-first' ? [one, other] : [other, one]
  return `${year}-${month}-${day}${time}`
}

const timeOf = (text: string, never: readonly string[], what: string, order?: DateOrder): number | null => {
  if (text === '' || never.includes(text.toLowerCase())) return null
  const time = parseTime(text) ?? parseTime(inOrder(text, order))
  if (time === null)
    throw new Refused(
      refuse(
        'date',
        TWO_FIGURES.test(text)
          ? `The ${what} ${shown(text)} may be two dates: --date-order says whether the day or the month is first`
          : `The ${what} ${shown(text)} cannot be read: 2027-01-31, 2027-01-31 18:00:00 or seconds since the epoch can`,
      ),
    )
  return Date.parse(time)
}

const keyOf = (written: string, mayLackKey: boolean): { key: string | null; mode?: Mode } => {
  if (written === '') {
    if (mayLackKey) return { key: null }
    throw new Refused(refuse('key_missing', 'There is no key in the line'))
  }
  const text = written.replace(TEXT_MARK, '')
  if (ROUNDED.test(text))
    throw new Refused(refuse('key_form', `The key is a number that a spreadsheet has rounded: ${EXPORT_AS_TEXT}`))
  const ours = findOurKey(text)
  if (ours !== undefined) return ours
  if (isOurForm(tidyKey(text)))
    throw new Refused(refuse('key_mistyped', 'The key begins like one of Central API, and its check digits do not fit'))
  const key = normalizeForeignKey(text)
  if (key?.startsWith('='))
    throw new Refused(refuse('key_form', `The key is a formula of a spreadsheet: ${EXPORT_AS_TEXT}`))
  if (key === undefined)
    throw new Refused(
      refuse(
        'key_form',
        `The key has ${text.length} characters; a key has 12 to 1,024, all of them printable ASCII without white space`,
      ),
    )
  if (isGuessable(key))
    throw new Refused(
      refuse('key_guessable', `The key, of ${key.length} characters, can be guessed; give the customer another one`),
    )
  return { key }
}

const modeOf = (written: string, ofKey: Mode | undefined, isTest: boolean): Mode => {
  const word = written.toLowerCase()
  if (word !== '' && word !== 'live' && word !== 'test')
    throw new Refused(refuse('mode_unknown', `The mode is ${shown(written)}; it is live or test`))
  if (ofKey !== undefined && word !== '' && word !== ofKey)
    throw new Refused(refuse('key_mode', `The key is one for ${ofKey}, and the mode ${word}`))
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
  throw new Refused(refuse('details', 'The metadata is no JSON object of texts'))
}

const orRefused = <T>(readDetail: () => T): T => {
  try {
    return readDetail()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    throw new Refused(refuse('details', error.message))
  }
}

export type Identity = {
  readonly externalId: string | null
  /** The end of a key that is long enough to have one. */
  readonly hint: string | null
}

export type LicenseReader = ReturnType<typeof createLicenseReader>

/** Reads records of one shop. */
export const createLicenseReader = ({ source, plans, mayLackKey, isIgnored, dateOrder, now }: LicenseReaderOptions) => {
  const { columns, statuses, flags = {}, never, plan } = source
  const read = columnsRead(source)
  /** Of a license that an API tells of, one of these is there. */
  const telling = [...(columns.key ?? []), ...(columns.status ?? []), ...plan.flat(), ...Object.keys(flags)]
  const prefix = source.id === 'csv' ? '' : `${source.id}:`

  /** Ids and names as the shop has them; programs write its numbers as fractions where a column lacks some. */
  const idOf = (cells: Cells, names: Columns = []): string => {
    const text = textOf(cells, names)
    return source.isActiveWithoutWord ? text : (WHOLE.exec(text)?.groups?.digits ?? text)
  }

  const requireLicense = (cells: Cells): void => {
    const type = textOf(cells, ['type'])
    const isOther = source.recordType !== undefined && type !== '' && type !== source.recordType
    const isThere =
      source.records === undefined
        ? read.some((column) => textOf(cells, [column]) !== '') || hasMetadata(cells)
        : telling.some((column) => cells.has(column))
    if (isThere && !isOther && (textOf(cells, columns.key) !== '' || isSomebodys(cells))) return
    throw new Refused(
      refuse('no_license', `The record has nothing of a license as ${source.name} has it, or is nobody’s`),
    )
  }
  /** Whether the record tells whose the license is: one without that and without a key would be for nobody. */
  const isSomebodys = (cells: Cells): boolean =>
    !mayLackKey || OWNER.some((field) => textOf(cells, columns[field]) !== '') || hasMetadata(cells)
  const hasMetadata = (cells: Cells): boolean => Object.keys(metadataOf(cells, source)).length > 0

  const toColumn = createToColumn(source)
  const endings = new Map<string, boolean>()
  /** Whether a field that nobody reads is named as if it told of an end: an API may have become to know one. */
  const mayEnd = (name: string): boolean => {
    const known =
      endings.get(name) ?? (ENDING.test(name) && toColumn(name).use === 'unknown' && isIgnored?.(name) !== true)
    endings.set(name, known)
    return known
  }
  const requireNoOtherEnd = (cells: Cells): void => {
    for (const { name, text } of cells.values()) {
      if (text === '' || !mayEnd(name) || parseTruth(text) === false) continue
      throw new Refused(
        refuse(
          'status_unknown',
          `${name} is ${shown(text)}, and nothing reads it; --ignore-column says that it does not matter`,
        ),
      )
    }
  }

  const unknownStatus = (message: string): Refused =>
    new Refused(refuse('status_unknown', `${message}; there are: ${Object.keys(statuses).join(', ')}`))

  const statusByWord = (cells: Cells): ImportedStatus => {
    const word = idOf(cells, columns.status)
    const isTold = (columns.status ?? []).some((column) => cells.has(column))
    if (word === '' && isTold && !source.isActiveWithoutWord) throw unknownStatus('There is no state in the line')
    if (word === '') return 'active'
    const told = Object.hasOwn(statuses, word.toLowerCase()) ? statuses[word.toLowerCase()] : undefined
    if (told === undefined) throw unknownStatus(`The state is ${shown(word)}`)
    return told
  }

  const statusOf = (cells: Cells): ImportedStatus => {
    requireNoOtherEnd(cells)
    const told = statusByWord(cells)
    const flagged = Object.entries(flags).flatMap(([column, status]) =>
      isTrue(cells, column, 'status_unknown') ? [status] : [],
    )
    return STRICTEST.find((status) => status === told || flagged.includes(status)) ?? told
  }

  const planFor = (cells: Cells): string => {
    const names = source.plan.flatMap((group) => {
      const parts = group.map((column) => idOf(cells, [column]))
      return parts.every((part) => part !== '') ? [parts.join('#')] : []
    })
    const plan = planOf(plans, names)
    if (plan !== undefined) return plan
    const told =
      names.length === 0 ? 'The line names no product' : `No plan is named for ${names.map(shown).join(' or ')}`
    throw new Refused(refuse('plan_unmapped', `${told}: --plan-map "${names.at(-1) ?? '*'}=PLAN"`))
  }

  const toLicense = (cells: Cells): ImportedLicense => {
    requireLicense(cells)
    const of = (field: ImportedField): string => textOf(cells, columns[field])
    const id = of('id')
    if (id !== '' && !isLicenseId(id)) throw new Refused(refuse('id', `${shown(id)} is no id of a license`))
    // A cell may break its lines, such as below the name of a company.
    const name = orRefused(() => readName(of('name').replace(/\s+/g, ' ')))
    const { key, mode: modeOfKey } = keyOf(of('key'), mayLackKey)
    const status = statusOf(cells)
    const externalId = idOf(cells, columns.externalId)
    if (ROUNDED.test(externalId))
      throw new Refused(
        refuse('details', `The external id ${shown(externalId)} is a number that was rounded: ${EXPORT_AS_TEXT}`),
      )
    const end = timeOf(of('expiresAt'), never, 'end', dateOrder)
    const madeAt = timeOf(of('createdAt'), never, 'date of the purchase', dateOrder)
    const details = {
      externalId: externalId === '' ? null : prefix + externalId,
      email: of('email'),
      notes: of('notes'),
      metadata: metadataOf(cells, source),
    }
    return {
      id: id === '' ? null : id,
      key,
      name,
      plan: planFor(cells),
      mode: modeOf(
        of('mode'),
        modeOfKey,
        (source.isTest ?? []).some((column) => isTrue(cells, column, 'mode_unknown')),
      ),
      status: status === 'expired' ? 'active' : status,
      // A license that has ended, nobody says when, ends now.
      expiresAt: status === 'expired' && (end === null || end > now()) ? now() : end,
      createdAt: Math.min(madeAt ?? now(), now()),
      ...orRefused(() => ({ ...details, ...readDetails(details) })),
    }
  }

  return {
    /** The license, or why the record is none. */
    read(cells: Cells): ImportedLicense | Refusal {
      try {
        return toLicense(cells)
      } catch (error) {
        if (error instanceof Refused) return error.refusal
        throw error
      }
    },
    /** What a record that is not taken is found again by. */
    identify(cells: Cells): Identity {
      const [externalId, key] = [idOf(cells, columns.externalId), textOf(cells, columns.key)]
      return {
        externalId: externalId === '' ? null : prefix + externalId,
        hint: key.length < FOREIGN_KEY_LENGTH.least ? null : key.slice(-HINT_CHARACTERS),
      }
    },
  }
}
