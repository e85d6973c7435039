// A Prometheus gauge of licenses that expire soon. Processes that share a store report the same values.

import { Gauge, type Registry } from 'prom-client'

export type ExpiringLicenses = readonly { readonly days: number; readonly count: number }[]

export const createLicenseGauges = (registry: Registry, read: () => ExpiringLicenses): void => {
  new Gauge({
    name: 'central_licenses_ending',
    help: 'Active licenses that expire within this number of days',
    labelNames: ['days'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.reset()
      for (const { days, count } of read()) this.set({ days: String(days) }, count)
    },
  })
}
