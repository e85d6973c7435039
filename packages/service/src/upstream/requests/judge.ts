// Judges what a response means: by the rows that its source declares, in order, then by the plain statuses (RFC 9110,
// 6585).

import type { Call, Response } from '../contract/call.ts'
import type { Reset } from '../contract/limits.ts'
import type { BodyRow, Ends, Evidence, FormRow, Meaning, Refusal } from '../contract/refusal.ts'

export type Verdict = {
  readonly meaning: Meaning
  readonly until?: Reset | undefined
  readonly says?: string | undefined
  /** False if the same call will not succeed later, although its code is retryable. */
  readonly retryable?: false
  /** For `unsupported`: the kind of profile. */
  readonly kind?: string | undefined
  /** What it ends of a connected account. */
  readonly ends?: Ends
  /** For `absent`, `hidden` and `closed`: how reliable it is. */
  readonly evidence?: Evidence
}

/** How the call was signed. Unsigned: `no` to another host; `own` to the platform's own origin, which accepts a
 * credential; `never` to one that accepts none. Signed: with a provided secret, or with a token that can be renewed. */
export type Signed = 'no' | 'own' | 'never' | 'given' | 'token'

/** How and where a call was made. */
export type CallTraits = {
  readonly signed: Signed
  /** Whether it went to an API for all profiles of the platform: a 410 there means that the endpoint has ended, not the
   * profile. */
  readonly isAtApi: boolean
}

const GONE = 410
const ENDED = 'The platform has ended this endpoint, or this version of its API.'

/** The characters of a text that a pattern is matched against. */
const MAX_CHARACTERS = 4_000

const STATUSES: Readonly<Record<number, Meaning>> = {
  404: 'absent',
  410: 'absent',
  408: 'passing',
  429: 'limited',
  502: 'passing',
  503: 'passing',
  504: 'passing',
}

/** A 401 of another site concerns its own visitors; a 401 of an API concerns the caller. */
const UNAUTHORIZED: Readonly<Record<Signed, Meaning>> = {
  no: 'hidden',
  own: 'credential_refused',
  never: 'broken',
  given: 'credential_refused',
  token: 'credential_expired',
}

/** The rows that may match the response, before its body is read. */
export const rowsFor = (
  { status }: Pick<Response, 'status'>,
  { about }: Pick<Call, 'about'>,
  refusals: readonly Refusal[],
  signed: Signed,
): readonly Refusal[] => {
  const isSigned = signed === 'given' || signed === 'token'
  return refusals.filter(
    (row) => (row.signed ?? isSigned) === isSigned && (row.about ?? about) === about && hasStatus(row, { status }),
  )
}

const hasStatus = (row: FormRow, { status }: Pick<Response, 'status'>): boolean =>
  row.status === undefined || [row.status].flat().includes(status)

/** Whether a row needs the body. */
export const readsBody = ({ at, is }: BodyRow): boolean => at !== undefined || is !== undefined

/** The index of the first row that matches the body; -1 if none does. */
export const findRow = (rows: readonly BodyRow[], response: Response): number =>
  rows.findIndex((row) => matches(row, response))

/** What the response means, by the row that matches it. undefined: it is not a refusal. `isOwn`: whether a body has the
 * platform's own error format, for rows that do not read it. */
export const verdictBy = (
  row: Refusal | undefined,
  { status }: Pick<Response, 'status'>,
  { answers = [] }: Pick<Call, 'answers'>,
  traits: CallTraits,
  isOwn: () => boolean | undefined,
): Verdict | undefined => {
  const verdict = row
    ? {
        ...{ meaning: row.means, until: row.until, says: row.says },
        ...(row.kind !== undefined && { kind: row.kind }),
        ...(row.ends !== undefined && { ends: row.ends }),
      }
    : answers.includes(status)
      ? undefined
      : judgeStatus(status, traits)
  if (verdict === undefined || (row !== undefined && readsBody(row))) return verdict
  const weighed = row ? withEvidence(verdict, isOwn) : withEvidence(withoutEnd(verdict, isOwn), isOwn)
  // A status that the call accepts is no refusal, unless the platform itself refuses.
  return weighed !== verdict && answers.includes(status) ? undefined : weighed
}

/** Meanings that only the platform itself can state. */
const NEEDS_OWN_FORM: ReadonlySet<Meaning> = new Set<Meaning>([
  'absent',
  'hidden',
  'unsupported',
  'closed',
  'signed_only',
])
const BLOCKED = 'The site refuses to be read.'

const OF_CREDENTIAL: ReadonlySet<Meaning> = new Set<Meaning>(['credential_refused', 'credential_lacks_scope'])

/** What is in front of a platform may refuse with 401 and 403, too, which ends no connected account. */
const withoutEnd = (verdict: Verdict, isOwn: () => boolean | undefined): Verdict =>
  OF_CREDENTIAL.has(verdict.meaning) && isOwn() === false ? { ...verdict, ends: 'nothing' } : verdict

/** A status without the platform's own format may come from anything in front of it: a browser challenge, a block page,
 * a proxy. For a missing profile, it is still worth as much as a 404. */
const withEvidence = (verdict: Verdict, isOwn: () => boolean | undefined): Verdict => {
  if (!NEEDS_OWN_FORM.has(verdict.meaning) || isOwn()) return verdict
  return verdict.meaning === 'absent' ? { ...verdict, evidence: 'status' } : { meaning: 'broken', says: BLOCKED }
}

export type JudgedBy = {
  readonly refusals?: readonly Refusal[] | undefined
  readonly refusalForm?: readonly FormRow[] | undefined
}

/** Whether the body of a refusal has its source's own format; undefined if the source has none. */
export const hasOwnForm = ({ refusalForm }: JudgedBy, response: Response): boolean | undefined =>
  refusalForm?.some((row) => hasStatus(row, response) && matches(row, response))

/** undefined: the response is not a refusal. */
export const judge = (
  response: Response,
  call: Pick<Call, 'answers' | 'about'>,
  source: JudgedBy,
  traits: CallTraits,
): Verdict | undefined => {
  const rows = rowsFor(response, call, source.refusals ?? [], traits.signed)
  return verdictBy(rows[findRow(rows, response)], response, call, traits, () => hasOwnForm(source, response))
}

const judgeStatus = (status: number, { signed, isAtApi }: CallTraits): Verdict | undefined => {
  if (status >= 200 && status < 300) return undefined
  if (status === GONE && isAtApi) return { meaning: 'broken', says: ENDED }
  if (status === 401) return { meaning: UNAUTHORIZED[signed] }
  if (status === 403) {
    return signed === 'no' || signed === 'never'
      ? { meaning: 'broken', says: BLOCKED }
      : { meaning: 'credential_lacks_scope' }
  }
  return { meaning: STATUSES[status] ?? (status >= 500 ? 'failing' : 'broken') }
}

const matches = ({ at, is }: BodyRow, response: Response): boolean => {
  if (at === undefined && is === undefined) return true
  const found = valueAt(response, at)
  return found !== undefined && isValue(found.value, is)
}

/** The text, or the value at the path; undefined when the body does not decode or is not JSON, so that `missing` does
 * not match either. */
const valueAt = (response: Response, at: string | undefined): { readonly value: unknown } | undefined => {
  try {
    if (at === undefined) return { value: response.text() }
    let value = response.json()
    for (const name of at.split('.')) {
      const has = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      value = has ? (value as Record<string, unknown>)[name] : undefined
    }
    return { value }
  } catch {
    return undefined
  }
}

const isValue = (value: unknown, is: Refusal['is']): boolean => {
  if (is === 'missing') return value === undefined || value === null
  if (value === undefined || value === null) return false
  if (is === undefined) return true
  if (is instanceof RegExp) return is.test(String(value).slice(0, MAX_CHARACTERS))
  return [is].flat().some((each) => each === value)
}
