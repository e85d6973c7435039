// The operator's credentials and budgets, as the store knows them, with what to do; and, when asked to, whether each credential
// works. Of a secret never more than its last four characters.

import type { Engine } from '../../engine.ts'
import { isApiError } from '../../errors.ts'
import type { Budget } from '../../upstream/budgets/governor.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import { isRefused } from '../../upstream/contract/refusal.ts'
import type { Credential } from '../../upstream/credentials/pool.ts'
import { endsSoon } from '../../upstream/health/end-of.ts'
import type { Io } from '../io.ts'
import { withEngine } from '../open-parts.ts'
import { fromNow, grouped } from '../output/times.ts'
import { broken, type Finding, messageOf, note, ok } from './finding.ts'

export type CredentialFindings = {
  readonly findings: readonly Finding[]
  /** Platform → how it is doing, by what the store knows. */
  readonly states: ReadonlyMap<string, string>
}

type Parts = Pick<Engine, 'registry' | 'upstreams'>

/** `online`: whether each credential is tried. What comes of it is told to the store, as of any call. */
export const checkCredentials = async (io: Io, online: boolean): Promise<CredentialFindings> => {
  try {
    return await withEngine(io, async (engine) => {
      const { registry, upstreams } = engine
      const all = upstreams.pool.list()
      const tried = online ? await Promise.all(all.map((credential) => probe(credential, engine, io.now))) : []
      const healthOf = upstreams.health()
      return {
        findings: [
          ...all.flatMap((credential, at) => describe(credential, engine, io.now(), tried[at])),
          ...upstreams.governor
            .list()
            .map((budget) => describeBudget(budget, engine, io.now()))
            .toSorted((one, other) => one.message.localeCompare(other.message)),
        ],
        states: new Map(registry.platforms.map((platform) => [platform.id, healthOf(platform).state])),
      }
    })
  } catch (error) {
    return { findings: [broken('credentials', messageOf(error))], states: new Map() }
  }
}

const nameOf = ({ kind, given }: Credential, hint: string): string =>
  `Credential …${hint} (${kind.settings.join(', ')}${given.host === undefined ? '' : `, for ${given.host}`})`

/** `tried`: what came of trying it, where that says more than its state does. */
const describe = (
  credential: Credential,
  { upstreams: { pool } }: Parts,
  now: number,
  tried: Finding | undefined,
): readonly Finding[] => {
  const { platform, kind } = credential
  const record = pool.recordOf(credential)
  const { state, until, since, error, hint, expiresAt } = record
  const name = nameOf(credential, hint)
  const toReplace = kind.steps.join(' ')
  const again = until !== null && until > now ? `; it is tried again ${fromNow(until, now)}` : ''
  const because = error === null ? '' : `: ${error}`
  const found = {
    working: tried ?? ok(platform, `${name}: nothing speaks against it`),
    limited: note(platform, `${name} is limited${until === null ? '' : `; it resets ${fromNow(until, now)}`}`),
    refused: broken(platform, `${name} is refused since ${fromNow(since, now)}${because}${again}`, toReplace),
    expired: broken(platform, `${name} has expired ${fromNow(since, now)}${because}${again}`, toReplace),
    paused: note(platform, `${name} is paused since ${fromNow(since, now)}`, 'Resume it on the page of the platforms.'),
  }[state]
  const findings = state === 'working' || tried === undefined ? [found] : [found, tried]
  if (expiresAt === null || !endsSoon(kind, record, now)) return findings
  const end = `${expiresAt <= now ? 'ended' : 'ends'} ${fromNow(expiresAt, now)}`
  return [...findings, note(platform, `${name} ${end}`, toReplace)]
}

const describeBudget = (
  { platform, source, bucket, who, left, limit, resetsAt }: Budget,
  { upstreams: { pool } }: Parts,
  now: number,
): Finding => {
  const credential = pool.list(platform).find(({ id }) => id === who)
  const whose = credential ? `credential …${pool.recordOf(credential).hint}` : who
  const name = `Budget of ${source}${bucket === '' ? '' : ` (${bucket})`} for ${whose}`
  const rest = limit === null ? grouped(left) : `${grouped(left)} of ${grouped(limit)}`
  const text = `${name}: ${rest} left; it resets ${fromNow(resetsAt, now)}`
  const isNearlyGone = left <= 0 || (limit !== null && left < limit / 10)
  if (!isNearlyGone) return ok(platform, text)
  return note(platform, text, 'Add a credential, or raise PAGE_FRESH_SECONDS, if that happens often.')
}

const PROBE_MS = 8_000

/** The cheapest call that shows whether it works. */
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
  const ask = upstreams.client({
    ...{ platform, source, baseUrl: registry.settingsOf(platform.id).baseUrl, credentialId: id },
    ...{ handle: given.account, isCallers: () => false, isLater: false, licenseId: undefined },
    ...{ signal: AbortSignal.timeout(PROBE_MS), deadline: now() + PROBE_MS },
  })
  try {
    await ask(kind.probe(given))
    return ok(platform.id, `${name} works: ${platform.name} takes it`)
  } catch (error) {
    // What it is now is said by its state.
    if (isRefused(error, 'credential_refused', 'credential_expired', 'credential_lacks_scope')) return undefined
    const code = isApiError(error) ? `${error.code}: ` : ''
    return note(platform.id, `${name} could not be tried: ${code}${messageOf(error)}`)
  }
}

const sourceOf = ({ sources }: Platform, kind: string) =>
  sources.find(({ credential }) => (typeof credential === 'object' ? credential.optional : credential) === kind)
