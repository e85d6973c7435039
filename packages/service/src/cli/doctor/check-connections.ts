// Checks what connected accounts need: the applications in the settings and in the store, a URL that browsers and platforms can reach, and
// accounts whose owners have to connect again. With --online it also calls the callback as a browser would.

import { APPLICATIONS, CONNECT_SETTINGS } from '../../config/connect-settings.ts'
import type { Config } from '../../config/read-config.ts'
import { describeApps } from '../../connect/describe-apps.ts'
import { createEgress } from '../../egress/create-egress.ts'
import { userAgentOf } from '../../egress/user-agent.ts'
import type { ConnectAppRecord } from '../../storage/connection-records.ts'
import type { ConnectionCount } from '../../storage/store.ts'
import type { Io } from '../io.ts'
import { withCore } from '../open-parts.ts'
import { pluralize } from '../output/times.ts'
import { broken, type Finding, messageOf, note, ok } from './finding.ts'

const TIMEOUT_MS = 8_000
/** What the callback responds without a consent. */
const LAPSED = 400
/** Browsers treat it as secure without TLS, for development. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

export type CheckedConnections = {
  /** Empty if there is no application and no connected account. */
  readonly findings: readonly Finding[]
  /** The ids of the platforms with a complete application of the operator's. */
  readonly connectable: ReadonlySet<string>
}

type Stored = { readonly apps: readonly ConnectAppRecord[]; readonly counts: readonly ConnectionCount[] }

/** The applications of the operator's that are complete. */
const applicationsOf = (config: Config, stored?: Stored['apps']) =>
  describeApps(config, stored).filter(({ configured, settings }) => configured && settings.length > 0)

const platformsOf = (apps: ReturnType<typeof applicationsOf>): ReadonlySet<string> =>
  new Set(apps.map(({ platform }) => platform))

export const checkConnections = async (
  io: Io,
  config: Config,
  hasStore: boolean,
  online: boolean,
): Promise<CheckedConnections> => {
  const set = platformsOf(applicationsOf(config))
  const stored = hasStore ? await readStored(io) : { apps: [], counts: [] }
  if ('state' in stored) return { findings: [stored], connectable: set }
  const { apps, counts } = stored
  const all = applicationsOf(config, apps)
  const connectable = platformsOf(all)
  if (all.length === 0 && counts.length === 0) return { findings: [], connectable }
  const findings = [
    ...baseUrlFindings(config),
    ...all.map(({ platform, redirectUri, settings }) => {
      const where = set.has(platform) ? `${settings.join(' and ')} are set` : 'The store has an application'
      return ok(platform, `${where}. Redirect URI to register: ${redirectUri}`)
    }),
    ...sharedIds(config),
    ...counts.flatMap(countFindings),
    ...(online ? [await checkCallback(config)] : []),
  ]
  return { findings, connectable }
}

/** Meta gives one app an id and a secret for each product, and refuses those of another one. */
const OF_META = ['facebook', 'instagram', 'threads'] as const

const sharedIds = (config: Config): readonly Finding[] =>
  OF_META.flatMap((platform, at) => {
    const [key] = APPLICATIONS[platform]
    return OF_META.slice(0, at).flatMap((other) => {
      const [otherKey] = APPLICATIONS[other]
      if (!config[key].some((id) => config[otherKey].includes(id))) return []
      const names = `${CONNECT_SETTINGS[key].name} and ${CONNECT_SETTINGS[otherKey].name}`
      return [note(platform, `${names} have the same id, which Meta accepts for one of them only`, OWN_IDS)]
    })
  })

const OWN_IDS = 'Copy the id and the secret that Meta shows on the page of each product.'

const readStored = async (io: Io): Promise<Stored | Finding> => {
  try {
    return await withCore(io, async ({ store }) => ({
      apps: await store.connectApps.list(null),
      counts: await store.connections.counts(),
    }))
  } catch (error) {
    return broken('connections', messageOf(error))
  }
}

const baseUrlFindings = ({ baseUrl }: Pick<Config, 'baseUrl'>): readonly Finding[] => {
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === 'https:') return []
  if (LOOPBACK.test(hostname))
    return [note('BASE_URL', `is ${baseUrl}, so accounts can be connected on this machine only`, SET_BASE_URL)]
  return [broken('BASE_URL', `is ${baseUrl}, which is not HTTPS, so no account can be connected`, SET_BASE_URL)]
}

const SET_BASE_URL = 'Set BASE_URL to the public HTTPS URL of the service, and register the redirect URIs again.'

const countFindings = ({ platform, state, count }: ConnectionCount): readonly Finding[] => {
  const accounts = pluralize(count, 'connected account')
  const list = `Their owners have to connect again: npx --no-install central-api connection list --platform ${platform} --state ${state}`
  if (state === 'ended') return [note(platform, `${accounts} ${count === 1 ? 'has' : 'have'} ended`, list)]
  if (state === 'ending') return [note(platform, `${accounts} ${count === 1 ? 'ends' : 'end'} within 14 days`, list)]
  return [ok(platform, `${accounts}${state === 'limited' ? ', limited by the platform for now' : ''}`)]
}

const checkCallback = async ({ baseUrl, egressAllow, contactUrl }: Config): Promise<Finding> => {
  const url = `${baseUrl}/connect/sandbox/callback`
  const egress = createEgress({ allow: egressAllow, userAgent: userAgentOf(contactUrl) })
  try {
    const { status } = await egress.fetch({ url, trustedOrigin: true, timeoutMs: TIMEOUT_MS })
    if (status === LAPSED) return ok('callback', `${url} reaches the service`)
    return broken('callback', `${url} responds with ${status}, so it is not the service that responds`, CHECK_PROXY)
  } catch (error) {
    return broken('callback', `${url} cannot be reached: ${messageOf(error)}`, CHECK_PROXY)
  } finally {
    await egress.close()
  }
}

const CHECK_PROXY = 'Check BASE_URL, DNS, and that the proxy passes paths under /connect to the service.'
