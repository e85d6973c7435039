// Checks whether the service responds at the host and port in the settings, and reads the state of its platforms. The requests go
// through egress, which allows only this one private address.

import { type Config, hostInUrl } from '../../config/read-config.ts'
import { parseAllowList } from '../../egress/allow-list.ts'
import { createEgress } from '../../egress/create-egress.ts'
import type { EgressResponse } from '../../egress/egress.ts'
import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { broken, type Finding, note, ok } from './finding.ts'

const TIMEOUT_MS = 3_000
/** The address at which a service that listens on all addresses can be reached. */
const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '127.0.0.1' }

export type ServerFindings = {
  readonly finding: Finding
  /** The platforms of the running service by their id; empty if it does not respond. */
  readonly platforms: ReadonlyMap<string, RunningPlatform>
}

export type RunningPlatform = {
  readonly state: string
  /** Source id → whether the service has the credentials that the source needs. */
  readonly sources: ReadonlyMap<string, boolean>
}

export const checkServer = async ({ host, port }: Pick<Config, 'host' | 'port'>): Promise<ServerFindings> => {
  const none = new Map<string, RunningPlatform>()
  if (port === 0) {
    const text = 'PORT is 0, so the service listens on a random port. It cannot be checked'
    return { finding: note('server', text), platforms: none }
  }
  const target = LOOPBACK_OF[host] ?? host
  const authority = `${hostInUrl(target)}:${port}`
  const url = `http://${authority}`
  const egress = createEgress({ allow: parseAllowList(authority), userAgent: 'CentralAPI/1.0 doctor' })
  const get = (path: string) => egress.fetch({ url: `${url}${path}`, timeoutMs: TIMEOUT_MS })
  try {
    const finding = readinessFinding(await get('/readyz'), url)
    return { finding, platforms: finding.state === 'ok' ? platformsIn((await get('/platforms')).body) : none }
  } catch {
    return {
      finding: note('server', `No service responds at ${url}`, 'Start it: npx --no-install central-api serve'),
      platforms: none,
    }
  } finally {
    await egress.close()
  }
}

const readinessFinding = ({ status, body }: EgressResponse, url: string): Finding => {
  const reported = jsonOf(body).status
  if (typeof reported !== 'string') return broken('server', `Another program responds at ${url}`, 'Set another PORT.')
  if (status === 200) return ok('server', `The service at ${url} is ${reported}`)
  return broken('server', `The service at ${url} is not ready: ${reported}`, 'Check its log.')
}

const platformsIn = (body: Buffer): ReadonlyMap<string, RunningPlatform> =>
  new Map(
    jsonList(jsonOf(body).platforms).map((each) => {
      const { id, state, sources } = jsonObject(each)
      return [String(id), { state: String(state), sources: configuredIn(jsonList(sources)) }]
    }),
  )

const configuredIn = (sources: readonly unknown[]): ReadonlyMap<string, boolean> =>
  new Map(
    sources.map((each) => {
      const { id, configured } = jsonObject(each)
      return [String(id), configured === true]
    }),
  )

const jsonOf = (body: Buffer): Readonly<Record<string, unknown>> => {
  try {
    return jsonObject(JSON.parse(body.toString()))
  } catch {
    return {}
  }
}
