// Checks which platforms are ready and which lack a setting. With --online it also checks which can be reached.

import type { Config } from '../../config/read-config.ts'
import { SETTINGS } from '../../config/settings.ts'
import { createEgress } from '../../egress/create-egress.ts'
import type { Egress } from '../../egress/egress.ts'
import { userAgentOf } from '../../egress/user-agent.ts'
import { isApiError } from '../../errors.ts'
import { type LoadedPlatforms, loadPlatforms } from '../../platforms/load-platforms.ts'
import { betterSource } from '../../upstream/better-source.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import { isOrAre } from '../../upstream/contract/platform-name.ts'
import { baseUrlName, createRegistry, type Registry } from '../../upstream/registry.ts'
import type { RunningPlatform } from './check-server.ts'
import { broken, type Finding, messageOf, note, ok } from './finding.ts'
import { quotedSettings } from './quoted-settings.ts'
import { settingDifference } from './setting-difference.ts'

export type PlatformsOptions = {
  readonly config: Pick<Config, 'environment' | 'egressAllow' | 'contactUrl' | 'platforms'>
  /** Whether to call the platforms. */
  readonly online: boolean
  readonly now: () => number
  /** The state of each platform by its id, as the credentials in the store show it. */
  readonly states?: ReadonlyMap<string, string>
  /** The ids of the platforms of which no credential was used or tested yet. */
  readonly untested?: ReadonlySet<string>
  /** The platforms of the running service by their id. Their states are more recent. */
  readonly running?: ReadonlyMap<string, RunningPlatform>
  /** The ids of the platforms with an application of the operator's, so that their owners can connect accounts. */
  readonly connectable?: ReadonlySet<string>
  readonly platforms?: readonly Platform[]
}

export const checkPlatforms = async (options: PlatformsOptions): Promise<readonly Finding[]> => {
  const { config, online, now, states, untested, running, connectable } = options
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
  const findings = platforms.map((platform) =>
    describe(platform, registry, fileOf(platform), {
      ...{ state: states?.get(platform.id), ...running?.get(platform.id) },
      isUntested: untested?.has(platform.id) === true,
      isConnectable: connectable?.has(platform.id) === true,
    }),
  )
  const names = new Set(platforms.flatMap(({ settings }) => Object.keys(settings.properties)))
  findings.push(...quotedSettings(config.environment, [...names]))
  const ofTheService = new Set(Object.values(SETTINGS).map(({ name }) => name))
  const isSet = (name: string) => Boolean(config.environment[name]?.trim())
  const set = [...names].filter((name) => isSet(name) && !ofTheService.has(name))
  if (set.length > 0) findings.unshift(ok('settings', `Set for platforms: ${set.join(', ')}`))
  if (!online) return findings
  const egress = createEgress({ allow: config.egressAllow, userAgent: userAgentOf(config.contactUrl) })
  try {
    const reached = await Promise.all(platforms.map((platform) => checkReachability(platform, registry, egress, now)))
    return [...findings, ...summarize(reached.flat())]
  } finally {
    await egress.close()
  }
}

type Described = {
  readonly state: string | undefined
  readonly sources?: RunningPlatform['sources']
  /** Whether none of its credentials was used yet. */
  readonly isUntested: boolean
  readonly isConnectable: boolean
}

const describe = (
  platform: Platform,
  registry: Registry,
  file: string | undefined,
  { state, sources, isUntested, isConnectable }: Described,
): Finding => {
  const { id, name } = platform
  const { missing, baseUrl } = registry.settingsOf(id)
  const label = file === undefined ? name : `${name} (custom, from ${file})`
  const be = isOrAre(name)
  const { onlyHere, onlyRunning } = settingDifference(platform, registry, sources)
  if (onlyRunning !== undefined && state === 'ready')
    return ok(id, `${label} ${be} ready, with ${onlyRunning} of the running service, which this shell does not set`)
  if (missing !== undefined && onlyRunning === undefined)
    return isConnectable
      ? ok(id, `${label} ${be} ready for connected accounts. For other accounts: ${missing}`)
      : note(id, `${label} ${be} not set up`, missing)
  const override = baseUrl === undefined ? '' : `; ${baseUrlName(id)} is ${baseUrl}`
  if (state === 'failing') {
    return broken(id, `${label} fails: its last scans failed, or its credentials are refused${override}`, FIND_CAUSE)
  }
  if (state === 'limited')
    return note(id, `${label} ${be} limited: its request budget is used up${override}`, moreBudget(platform))
  if (onlyHere !== undefined)
    return note(
      id,
      `${label}: the running service does not have ${onlyHere}, which this shell sets${override}`,
      RESTART,
    )
  if (state === 'fallback')
    return note(
      id,
      `${label} uses a fallback source${override}`,
      adviceOn(onlyRunning, betterSource(platform, registry)),
    )
  if (isUntested) return note(id, `${label} ${be} set up, not tested${override}`, TEST)
  return ok(id, `${label} ${be} ready${override}`)
}

/** Which settings raise the budget of a platform. */
const moreBudget = ({ credentials = [] }: Platform): string => {
  const names = credentials.map(({ settings }) => settings.join(' and ')).join(', or ')
  const credential = names === '' ? '' : `add a credential (${names}) or `
  return `If this happens often, ${credential}increase PAGE_FRESH_SECONDS, so that pages are fetched less often.`
}

const RESTART = 'Set it in the environment of the service and restart the service.'

/** What to do about a fallback source. */
const adviceOn = (onlyRunning: string | undefined, better: string | undefined): string => {
  if (onlyRunning === undefined && better !== undefined) return better
  const where = onlyRunning === undefined ? '' : ` Set ${onlyRunning} as for the service first.`
  return `Its best source does not work at the moment. Run npx --no-install central-api doctor --online to test its credentials.${where}`
}

const TEST = 'Run npx --no-install central-api doctor --online to test its credentials.'

const FIND_CAUSE =
  'Run npx --no-install central-api scan to see the error with its cause, or doctor --online to test the credentials.'

/** One finding if no host name resolves: the network is the cause, not the platforms. */
const summarize = (reached: readonly Finding[]): readonly Finding[] =>
  reached.length >= MIN_UNRESOLVED && reached.every(({ message }) => message.includes(UNRESOLVED))
    ? [
        broken(
          'network',
          `No host name resolves: none of the ${reached.length} platforms with a fixed host can be reached`,
          'Check DNS and the network of this machine.',
        ),
      ]
    : reached

const UNRESOLVED = ': link_unresolvable: '
/** Fewer may be a fault of the platforms. */
const MIN_UNRESOLVED = 3

const TIMEOUT_MS = 8_000
const MAX_DRIFT_MS = 60_000

/** Accepts any response from the platform's origin. A platform that takes its hosts from handles has no origin. */
const checkReachability = async (
  { id, name, origins = [] }: Platform,
  registry: Registry,
  egress: Egress,
  now: () => number,
): Promise<readonly Finding[]> => {
  const { baseUrl, missing } = registry.settingsOf(id)
  const origin = baseUrl ?? origins[0]
  if (origin === undefined || missing !== undefined) return []
  try {
    const response = await egress.fetch({
      url: new URL('/', origin).href,
      method: 'HEAD',
      trustedOrigin: true,
      timeoutMs: TIMEOUT_MS,
    })
    return [ok(id, `${origin} responds`), ...drift(response.headers.date, origin, now())]
  } catch (error) {
    const code = isApiError(error) ? `${error.code}: ` : ''
    return [
      broken(
        id,
        `${name} cannot be reached at ${origin}: ${code}${messageOf(error)}`,
        'Check DNS, the firewall and EGRESS_ALLOW.',
      ),
    ]
  }
}

/** Compares the clock with the Date header of a response (RFC 9110, section 6.6.1). */
const drift = (date: string | undefined, origin: string, now: number): readonly Finding[] => {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs) || Math.abs(theirs - now) <= MAX_DRIFT_MS) return []
  const seconds = Math.round((now - theirs) / 1000)
  return [
    broken(
      'clock',
      `differs by ${seconds} s from the clock of ${origin}`,
      'Set the clock with NTP. Token validation depends on it.',
    ),
  ]
}
