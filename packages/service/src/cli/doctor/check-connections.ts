// Checks what connected accounts need: the applications in the settings, a URL that browsers and platforms can reach, and
// accounts whose owners have to connect again. With --online it also calls the callback as a browser would.

import type { Config } from '../../config/read-config.ts'
import { describeApps } from '../../connect/describe-apps.ts'
import { createEgress } from '../../egress/create-egress.ts'
import { userAgentOf } from '../../egress/user-agent.ts'
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

/** Empty if there is no application and no connected account. */
export const checkConnections = async (io: Io, config: Config, hasStore: boolean, online: boolean) => {
  const set = describeApps(config).filter(({ configured, settings }) => configured && settings.length > 0)
  const counts = hasStore ? await countsOf(io) : []
  if (!Array.isArray(counts)) return [counts]
  if (set.length === 0 && counts.length === 0) return []
  return [
    ...baseUrlFindings(config),
    ...set.map(({ platform, name, redirectUri, settings }) =>
      ok(platform, `${name}: ${settings.join(', ')} are set. Redirect URI to register: ${redirectUri}`),
    ),
    ...counts.flatMap(countFindings),
    ...(online ? [await checkCallback(config)] : []),
  ]
}

const countsOf = async (io: Io): Promise<ConnectionCount[] | Finding> => {
  try {
    return await withCore(io, ({ store }) => store.connections.counts())
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
