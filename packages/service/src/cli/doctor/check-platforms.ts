// The platforms: which are ready, which lack a setting, and, when asked to, which can be reached from here.

import type { Config } from '../../config/read-config.ts'
import { createEgress } from '../../egress/create-egress.ts'
import type { Egress } from '../../egress/egress.ts'
import { userAgentOf } from '../../egress/user-agent.ts'
import { isApiError } from '../../errors.ts'
import { type LoadedPlatforms, loadPlatforms } from '../../platforms/load-platforms.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import { baseUrlName, createRegistry, type Registry } from '../../upstream/registry.ts'
import { broken, type Finding, messageOf, note, ok } from './finding.ts'
import { quotedSettings } from './quoted-settings.ts'

export type PlatformsOptions = {
  readonly config: Pick<Config, 'environment' | 'egressAllow' | 'contactUrl' | 'platforms'>
  /** Whether the platforms may be called. */
  readonly online: boolean
  readonly now: () => number
  /** How they are doing, as far as somebody knows: platform → state. */
  readonly states?: ReadonlyMap<string, string>
  readonly platforms?: readonly Platform[]
}

export const checkPlatforms = async (options: PlatformsOptions): Promise<readonly Finding[]> => {
  const { config, online, now, states } = options
  let loaded: LoadedPlatforms
  let registry: Registry
  try {
    loaded = options.platforms ? { platforms: options.platforms, own: [] } : await loadPlatforms(config.platforms)
    registry = createRegistry(loaded.platforms, config.environment)
  } catch (error) {
    return [broken('platforms', messageOf(error))]
  }
  const { platforms, own } = loaded
  const fileOf = ({ id }: Platform) => own.find(({ platform }) => platform.id === id)?.file
  const findings = platforms.map((platform) => describe(platform, registry, fileOf(platform), states?.get(platform.id)))
  const names = new Set(platforms.flatMap(({ settings }) => Object.keys(settings.properties)))
  findings.push(...quotedSettings(config.environment, [...names]))
  if (!online) return findings
  const egress = createEgress({ allow: config.egressAllow, userAgent: userAgentOf(config.contactUrl) })
  try {
    const reached = await Promise.all(platforms.map((platform) => reach(platform, registry, egress, now)))
    return [...findings, ...reached.flat()]
  } finally {
    await egress.close()
  }
}

const describe = (
  { id, name }: Platform,
  registry: Registry,
  file: string | undefined,
  state: string | undefined,
): Finding => {
  const { missing, baseUrl } = registry.settingsOf(id)
  const whose = file === undefined ? name : `${name} (your own, from ${file})`
  if (missing !== undefined) return note(id, `${whose} is not set up`, missing)
  const standIn = baseUrl === undefined ? '' : `; ${baseUrlName(id)} is ${baseUrl}`
  if (state === 'failing') {
    return broken(id, `${whose} fails: its last scans did, or its credentials are refused${standIn}`, SEE_WHY)
  }
  if (state === 'limited') return note(id, `${whose} is limited: its budget is used up${standIn}`)
  if (state === 'fallback') return note(id, `${whose} is read from a poorer source than it has${standIn}`)
  return ok(id, `${whose} is ready${standIn}`)
}

const SEE_WHY =
  'npx --no-install central-api scan shows the error with its cause; doctor --online tries the credentials.'

/** Longest that one platform is waited for. */
const TIMEOUT_MS = 8_000
const LARGEST_DRIFT_MS = 60_000

/** Any answer of its origin will do; a platform whose hosts come from handles has none. */
const reach = async (
  { id, name, origins = [] }: Platform,
  registry: Registry,
  egress: Egress,
  now: () => number,
): Promise<readonly Finding[]> => {
  const { baseUrl, missing } = registry.settingsOf(id)
  const origin = baseUrl ?? origins[0]
  if (origin === undefined || missing !== undefined) return []
  try {
    const answer = await egress.fetch({
      url: new URL('/', origin).href,
      method: 'HEAD',
      trustedOrigin: true,
      timeoutMs: TIMEOUT_MS,
    })
    return [ok(id, `${origin} answers`), ...drift(answer.headers.date, origin, now())]
  } catch (error) {
    const code = isApiError(error) ? `${error.code}: ` : ''
    return [
      broken(
        id,
        `${name} cannot be reached at ${origin}: ${code}${messageOf(error)}`,
        'Check DNS, the firewall, and EGRESS_ALLOW.',
      ),
    ]
  }
}

/** What another clock says (RFC 9110, section 6.6.1). */
const drift = (date: string | undefined, origin: string, now: number): readonly Finding[] => {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs) || Math.abs(theirs - now) <= LARGEST_DRIFT_MS) return []
  const seconds = Math.round((now - theirs) / 1000)
  return [
    broken('clock', `is ${seconds} s off the clock of ${origin}`, 'Set the clock (NTP): tokens are judged by it.'),
  ]
}
