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
  /** The state of each platform by its id; empty if the service does not respond. */
  readonly states: ReadonlyMap<string, string>
}

export const checkServer = async ({ host, port }: Pick<Config, 'host' | 'port'>): Promise<ServerFindings> => {
  const none = new Map<string, string>()
  if (port === 0) {
    const text = 'PORT is 0, so the service listens on a random port. It cannot be checked'
    return { finding: note('server', text), states: none }
  }
  const target = LOOPBACK_OF[host] ?? host
  const authority = `${hostInUrl(target)}:${port}`
  const url = `http://${authority}`
  const egress = createEgress({ allow: parseAllowList(authority), userAgent: 'CentralAPI/1.0 doctor' })
  const get = (path: string) => egress.fetch({ url: `${url}${path}`, timeoutMs: TIMEOUT_MS })
  try {
    const finding = readinessFinding(await get('/readyz'), url)
    return { finding, states: finding.state === 'ok' ? statesOf((await get('/platforms')).body) : none }
  } catch {
    return {
      finding: note('server', `No service responds at ${url}`, 'Start it: npx --no-install central-api serve'),
      states: none,
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

const statesOf = (body: Buffer): ReadonlyMap<string, string> =>
  new Map(
    jsonList(jsonOf(body).platforms).map((each) => {
      const { id, state } = jsonObject(each)
      return [String(id), String(state)]
    }),
  )

const jsonOf = (body: Buffer): Readonly<Record<string, unknown>> => {
  try {
    return jsonObject(JSON.parse(body.toString()))
  } catch {
    return {}
  }
}
