// Whether a service answers where the settings say it listens. Goes out through the egress as everything does, with one
// exception in its guard: this very address.

import type { Config } from '../../config/read-config.ts'
import { parseAllowList } from '../../egress/allow-list.ts'
import { createEgress } from '../../egress/create-egress.ts'
import type { EgressAnswer } from '../../egress/egress.ts'
import { broken, type Finding, note, ok } from './finding.ts'

const TIMEOUT_MS = 3_000
/** Where a service that listens on all addresses is met. */
const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

export const checkServer = async ({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding> => {
  if (port === 0) return note('server', 'PORT is 0: it listens on a port of its own choosing, which is not known here')
  const met = EVERYWHERE[host] ?? host
  const authority = `${met.includes(':') ? `[${met}]` : met}:${port}`
  const address = `http://${authority}`
  const egress = createEgress({ allow: parseAllowList(authority), userAgent: 'CentralAPI/1.0 doctor' })
  try {
    return judge(await egress.fetch({ url: `${address}/readyz`, timeoutMs: TIMEOUT_MS }), address)
  } catch {
    return note('server', `Nothing answers at ${address}`, 'Start it: npx central-api serve')
  } finally {
    await egress.close()
  }
}

const judge = ({ status, body }: EgressAnswer, address: string): Finding => {
  const said = statusOf(body)
  if (said === undefined) return broken('server', `Another program answers at ${address}`, 'Choose another PORT.')
  if (status === 200) return ok('server', `The service at ${address} is ${said}`)
  return broken('server', `The service at ${address} is not ready: ${said}`, 'See its log.')
}

const statusOf = (body: Buffer): string | undefined => {
  try {
    const { status } = JSON.parse(body.toString()) as { status?: unknown }
    return typeof status === 'string' ? status : undefined
  } catch {
    return undefined
  }
}
