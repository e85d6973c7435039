// Checks the recorded state of credentials and budgets. With --online it also tests each credential. It shows at most the last
// four characters of a secret.

import type { Engine } from '../../engine.ts'
import { isApiError } from '../../errors.ts'
import type { Budget } from '../../upstream/budgets/governor.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import { PUBLIC } from '../../upstream/contract/reach.ts'
import { isRefused } from '../../upstream/contract/refusal.ts'
import type { Credential } from '../../upstream/credentials/pool.ts'
import { isTested } from '../../upstream/credentials/states.ts'
import { endsSoon } from '../../upstream/health/end-of.ts'
import type { Io } from '../io.ts'
import { withEngine } from '../open-parts.ts'
import { formatCount, fromNow } from '../output/times.ts'
import { broken, type Finding, messageOf, note, ok } from './finding.ts'

export type CredentialFindings = {
  readonly findings: readonly Finding[]
  /** The recorded state of each platform by its id. */
  readonly states: ReadonlyMap<string, string>
  /** The ids of the platforms of which no credential was used or tested yet. */
  readonly untested: ReadonlySet<string>
}

type Parts = Pick<Engine, 'registry' | 'upstreams'>

/** `online`: also tests each credential. The results are recorded in the store, as for any call. */
export const checkCredentials = async (io: Io, online: boolean): Promise<CredentialFindings> => {
  try {
    return await withEngine(io, async (engine) => {
      const { registry, upstreams } = engine
      const all = upstreams.pool.list()
      const tested = online ? await Promise.all(all.map((credential) => probe(credential, engine, io.now))) : []
      const healthOf = upstreams.health()
      return {
        findings: [
          ...all.flatMap((credential, at) => describe(credential, engine, io.now(), tested[at])),
          ...upstreams.governor
            .list()
            .map((budget) => describeBudget(budget, engine, io.now()))
            .toSorted((one, other) => one.message.localeCompare(other.message)),
        ],
        states: new Map(registry.platforms.map((platform) => [platform.id, healthOf(platform).state])),
        untested: untestedOf(all, engine),
      }
    })
  } catch (error) {
    return { findings: [broken('credentials', messageOf(error))], states: new Map(), untested: new Set() }
  }
}

/** Only those whose credentials can be tested. */
const untestedOf = (all: readonly Credential[], { upstreams: { pool } }: Parts): ReadonlySet<string> => {
  const byPlatform = Map.groupBy(all, ({ platform }) => platform)
  const isUntested = (each: Credential) => each.kind.probe !== undefined && !isTested(pool.recordOf(each))
  return new Set([...byPlatform].flatMap(([id, credentials]) => (credentials.every(isUntested) ? [id] : [])))
}

const TEST = 'Run npx --no-install central-api doctor --online to test it.'

const nameOf = ({ kind, given }: Credential, hint: string): string =>
  `Credential …${hint} (${kind.settings.join(', ')}${given.host === undefined ? '' : `, for ${given.host}`})`

/** `tested`: the result of the test, if it adds to the credential's state. */
const describe = (
  credential: Credential,
  { upstreams: { pool } }: Parts,
  now: number,
  tested: Finding | undefined,
): readonly Finding[] => {
  const { platform, kind } = credential
  const record = pool.recordOf(credential)
  const { state, until, since, error, hint, expiresAt } = record
  const name = nameOf(credential, hint)
  const replacement = kind.steps.join(' ')
  const retry = until !== null && until > now ? `; next attempt ${fromNow(until, now)}` : ''
  const reason = error === null ? '' : `: ${error}`
  const found = {
    working:
      tested ??
      (isTested(record) ? ok(platform, `${name}: no problem known`) : note(platform, `${name}: not tested yet`, TEST)),
    limited: note(platform, `${name} is limited${until === null ? '' : `; resets ${fromNow(until, now)}`}`, LOW_BUDGET),
    refused: broken(platform, `${name} is refused (${fromNow(since, now)})${reason}${retry}`, replacement),
    expired: broken(platform, `${name} expired ${fromNow(since, now)}${reason}${retry}`, replacement),
    paused: note(
      platform,
      `${name} is paused (${fromNow(since, now)})`,
      'Resume it on the Platforms page of the console.',
    ),
  }[state]
  const findings = state === 'working' || tested === undefined ? [found] : [found, tested]
  if (expiresAt === null || !endsSoon(kind, record, now)) return findings
  const expiry = `${expiresAt <= now ? 'expired' : 'expires'} ${fromNow(expiresAt, now)}`
  return [...findings, note(platform, `${name} ${expiry}`, replacement)]
}

/** An HMAC, which says nothing to people. */
const CREDENTIAL_ID = /^[0-9a-f]{64}$/
const ABSENT = 'a credential that is not set here'

const describeBudget = (
  { platform, source, bucket, who, left, limit, resetsAt }: Budget,
  { upstreams: { pool } }: Parts,
  now: number,
): Finding => {
  const credential = pool.list(platform).find(({ id }) => id === who)
  const payer = credential ? `credential …${pool.recordOf(credential).hint}` : CREDENTIAL_ID.test(who) ? ABSENT : who
  const name = `Budget of ${source}${bucket === '' ? '' : ` (${bucket})`} for ${payer}`
  const remaining = limit === null ? formatCount(left) : `${formatCount(left)} of ${formatCount(limit)}`
  const text = `${name}: ${remaining} remaining; resets ${fromNow(resetsAt, now)}`
  const isLow = left <= 0 || (limit !== null && left < limit / 10)
  if (!isLow) return ok(platform, text)
  return note(platform, text, LOW_BUDGET)
}

const LOW_BUDGET = 'If this happens often, add a credential or increase PAGE_FRESH_SECONDS.'

const PROBE_MS = 8_000

/** Tests a credential with the cheapest call of its platform. */
const probe = async (
  credential: Credential,
  { registry, upstreams }: Parts,
  now: () => number,
): Promise<Finding | undefined> => {
  const { id, kind, given } = credential
  const platform = registry.find(credential.platform)
  const source = platform && sourceOf(platform, kind.id)
  const { state, hint } = upstreams.pool.recordOf(credential)
  if (!kind.probe || !source || state === 'paused') return undefined
  const name = nameOf(credential, hint)
  const call = upstreams.client({
    ...{ platform, source, baseUrl: registry.settingsOf(platform.id).baseUrl, credentialId: id },
    ...{ handle: given.account, isClientHost: () => false, isLater: false, access: PUBLIC, licenseId: undefined },
    ...{ signal: AbortSignal.timeout(PROBE_MS), deadline: now() + PROBE_MS },
  })
  try {
    await call(kind.probe(given))
    return ok(platform.id, `${name} works: ${platform.name} accepts it`)
  } catch (error) {
    // The state of the credential already shows this.
    if (isRefused(error, 'credential_refused', 'credential_expired', 'credential_lacks_scope')) return undefined
    const code = isApiError(error) ? `${error.code}: ` : ''
    return note(platform.id, `${name} could not be tested: ${code}${messageOf(error)}`)
  }
}

const sourceOf = ({ sources }: Platform, kind: string) =>
  sources.find(({ credential }) => (typeof credential === 'object' ? credential.optional : credential) === kind)
