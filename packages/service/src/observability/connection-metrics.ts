// Prometheus metrics of connected accounts: how they stand, how consents end, and how renewals end. Processes that share a
// store report the same gauge.

import { Counter, Gauge, type Registry } from 'prom-client'

/** How many connected accounts of a platform are in a state. */
export type ConnectionFigure = { readonly platform: string; readonly state: string; readonly count: number }

export type ConnectionMetrics = {
  /** `outcome`: `connected`, or the code of `connect_error`. */
  countConsent(platform: string, outcome: string): void
  /** Counts an attempt. `outcome`: `renewed`, or the code of the fault. */
  countRenewal(platform: string, outcome: string): void
}

export const createConnectionMetrics = (
  registry: Registry,
  read: () => readonly ConnectionFigure[],
): ConnectionMetrics => {
  const registers = [registry]
  new Gauge({
    name: 'central_connections',
    help: 'Connected accounts, by platform and state',
    labelNames: ['platform', 'state'],
    aggregator: 'max',
    registers,
    collect() {
      this.reset()
      for (const { platform, state, count } of read()) this.set({ platform, state }, count)
    },
  })
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['platform', 'outcome'], registers })
  const consents = counter('central_connects_total', 'Consents to connect an account, by how they ended')
  const renewals = counter(
    'central_connection_renewals_total',
    'Attempts to renew the token of a connected account, by outcome',
  )
  return {
    countConsent: (platform, outcome) => consents.inc({ platform, outcome }),
    countRenewal: (platform, outcome) => renewals.inc({ platform, outcome }),
  }
}
