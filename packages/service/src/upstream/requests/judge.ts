// Reads what an answer means: the rows that its source declares, in their order, then the plain statuses (RFC 9110, 6585).

import type { Call, Response } from '../contract/call.ts'
import type { Reset } from '../contract/limits.ts'
import type { BodyRow, Evidence, FormRow, Meaning, Refusal } from '../contract/refusal.ts'

export type Verdict = {
  readonly meaning: Meaning
  readonly until?: Reset | undefined
  readonly says?: string | undefined
  /** Whether the same call may succeed later, where that is not as its code tells. */
  readonly retryable?: false
  /** Of `unsupported`: what kind of profile it is. */
  readonly kind?: string | undefined
  /** Of `absent`, `hidden` and `closed`: how well it is known. */
  readonly evidence?: Evidence
}

/** How the call was signed: with nothing (to a stranger’s host, or to an origin of the platform’s own, which may take a
 * credential or never does), with what was given, or with a token that can be had anew. */
export type Signed = 'no' | 'own' | 'never' | 'given' | 'token'

/** How and where a call was made. */
export type Requested = {
  readonly signed: Signed
  /** At an API that the platform has for all of its profiles: an endpoint that ended is gone there, and no profile. */
  readonly isAtApi: boolean
}

const GONE = 410
const ENDED = 'The platform has ended this endpoint, or this version of its API.'

/** Of text that a pattern reads. */
const MOST_CHARACTERS = 4_000

const STATUSES: Readonly<Record<number, Meaning>> = {
  404: 'absent',
  410: 'absent',
  408: 'passing',
  429: 'limited',
  502: 'passing',
  503: 'passing',
  504: 'passing',
}

/** A stranger's site means its own; an API means whoever asks. */
const UNAUTHORIZED: Readonly<Record<Signed, Meaning>> = {
  no: 'hidden',
  own: 'credential_refused',
  never: 'broken',
  given: 'credential_refused',
  token: 'credential_expired',
}

/** The rows that may name such an answer, before anybody looks into it. */
export const rowsFor = (
  { status }: Pick<Response, 'status'>,
  { about }: Pick<Call, 'about'>,
  refusals: readonly Refusal[],
  signed: Signed,
): readonly Refusal[] => {
  const isSigned = signed === 'given' || signed === 'token'
  return refusals.filter(
    (row) => (row.signed ?? isSigned) === isSigned && (row.about ?? about) === about && isOfStatus(row, { status }),
  )
}

const isOfStatus = (row: FormRow, { status }: Pick<Response, 'status'>): boolean =>
  row.status === undefined || [row.status].flat().includes(status)

/** Whether a row is about the body. */
export const looksInside = ({ at, is }: BodyRow): boolean => at !== undefined || is !== undefined

/** The number of the first row that names the body; -1 when none does. */
export const findRow = (rows: readonly BodyRow[], response: Response): number =>
  rows.findIndex((row) => isNamed(row, response))

/** What the answer means, by the row that names it. undefined: the answer is the answer. `isOwn`: whether a body is of the
 * platform's own form, where no row has looked inside. */
export const verdictBy = (
  row: Refusal | undefined,
  { status }: Pick<Response, 'status'>,
  { answers = [] }: Pick<Call, 'answers'>,
  requested: Requested,
  isOwn: () => boolean,
): Verdict | undefined => {
  const verdict = row
    ? { meaning: row.means, until: row.until, says: row.says, ...(row.kind !== undefined && { kind: row.kind }) }
    : answers.includes(status)
      ? undefined
      : judgeStatus(status, requested)
  if (verdict === undefined || (row !== undefined && looksInside(row))) return verdict
  const weighed = weigh(verdict, isOwn)
  // What a call takes for an answer is one, unless the platform itself refuses.
  return weighed !== verdict && answers.includes(status) ? undefined : weighed
}

/** What a platform alone can say of what it was asked for. */
const PLATFORMS_TO_SAY: ReadonlySet<Meaning> = new Set<Meaning>(['absent', 'hidden', 'unsupported', 'closed'])
const FRONT_SAYS = 'The site refuses to be read.'

/** A status without the platform's own form may come from anything in front of it: a challenge for browsers, a block page, a
 * proxy. That nobody has the name is at least what a 404 says. */
const weigh = (verdict: Verdict, isOwn: () => boolean): Verdict => {
  if (!PLATFORMS_TO_SAY.has(verdict.meaning) || isOwn()) return verdict
  return verdict.meaning === 'absent' ? { ...verdict, evidence: 'status' } : { meaning: 'broken', says: FRONT_SAYS }
}

export type JudgedBy = {
  readonly refusals?: readonly Refusal[] | undefined
  readonly refusalForm?: readonly FormRow[] | undefined
}

/** Whether the body of a refusal is of its source's own form. */
export const isOfForm = ({ refusalForm = [] }: JudgedBy, response: Response): boolean =>
  refusalForm.some((row) => isOfStatus(row, response) && isNamed(row, response))

/** undefined: the answer is the answer. */
export const judge = (
  response: Response,
  call: Pick<Call, 'answers' | 'about'>,
  source: JudgedBy,
  requested: Requested,
): Verdict | undefined => {
  const rows = rowsFor(response, call, source.refusals ?? [], requested.signed)
  return verdictBy(rows[findRow(rows, response)], response, call, requested, () => isOfForm(source, response))
}

const judgeStatus = (status: number, { signed, isAtApi }: Requested): Verdict | undefined => {
  if (status >= 200 && status < 300) return undefined
  if (status === GONE && isAtApi) return { meaning: 'broken', says: ENDED }
  if (status === 401) return { meaning: UNAUTHORIZED[signed] }
  if (status === 403) {
    return signed === 'no' || signed === 'never'
      ? { meaning: 'broken', says: FRONT_SAYS }
      : { meaning: 'credential_lacks_scope' }
  }
  return { meaning: STATUSES[status] ?? (status >= 500 ? 'failing' : 'broken') }
}

const isNamed = ({ at, is }: BodyRow, response: Response): boolean => {
  if (at === undefined && is === undefined) return true
  const found = lookAt(response, at)
  return found !== undefined && isValue(found.value, is)
}

/** The text, or what stands at the place; undefined when the body does not decode or is no JSON, so that nothing is missing there
 * either. */
const lookAt = (response: Response, at: string | undefined): { readonly value: unknown } | undefined => {
  try {
    if (at === undefined) return { value: response.text() }
    let value = response.json()
    for (const name of at.split('.')) {
      const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      value = holds ? (value as Record<string, unknown>)[name] : undefined
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
  if (is instanceof RegExp) return is.test(String(value).slice(0, MOST_CHARACTERS))
  return [is].flat().some((each) => each === value)
}
