// Whether a service answers where the settings say it listens, and what it says of its platforms. Goes out through the egress as everything does, with one
// exception in its guard: this very address.

import { type Config, hostInUrl } from '../../config/read-config.ts'
import { parseAllowList } from '../../egress/allow-list.ts'
import { createEgress } from '../../egress/create-egress.ts'
import type { EgressResponse } from '../../egress/egress.ts'
import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { broken, type Finding, note, ok } from './finding.ts'

const TIMEOUT_MS = 3_000
/** Where a service that listens on all addresses is met. */
const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '127.0.0.1' }

export type ServerFindings = {
  readonly finding: Finding
  /** How the service says that its platforms are doing; none where it does not answer. */
  readonly states: ReadonlyMap<string, string>
}

export const checkServer = async ({ host, port }: Pick<Config, 'host' | 'port'>): Promise<ServerFindings> => {
  const none = new Map<string, string>()
  if (port === 0) {
    const text = 'PORT is 0: it listens on a port of its own choosing, which is not known here'
    return { finding: note('server', text), states: none }
  }
  const met = EVERYWHERE[host] ?? host
  const authority = `${hostInUrl(met)}:${port}`
  const address = `http://${authority}`
  const egress = createEgress({ allow: parseAllowList(authority), userAgent: 'CentralAPI/1.0 doctor' })
  const ask = (path: string) => egress.fetch({ url: `${address}${path}`, timeoutMs: TIMEOUT_MS })
  try {
    const finding = judge(await ask('/readyz'), address)
    return { finding, states: finding.state === 'ok' ? statesOf((await ask('/platforms')).body) : none }
  } catch {
    return {
      finding: note('server', `Nothing answers at ${address}`, 'Start it: npx --no-install central-api serve'),
      states: none,
    }
  } finally {
    await egress.close()
  }
}

const judge = ({ status, body }: EgressResponse, address: string): Finding => {
  const said = jsonOf(body).status
  if (typeof said !== 'string') return broken('server', `Another program answers at ${address}`, 'Choose another PORT.')
  if (status === 200) return ok('server', `The service at ${address} is ${said}`)
  return broken('server', `The service at ${address} is not ready: ${said}`, 'See its log.')
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
