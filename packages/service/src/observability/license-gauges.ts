// How many licenses end soon, as Prometheus reads it. Every process that shares a store knows the same.

import { Gauge, type Registry } from 'prom-client'

export type EndingFigures = readonly { readonly days: number; readonly count: number }[]

export const createLicenseGauges = (registry: Registry, read: () => EndingFigures): void => {
  new Gauge({
    name: 'central_licenses_ending',
    help: 'Active licenses that end within so many days',
    labelNames: ['days'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.reset()
      for (const { days, count } of read()) this.set({ days: String(days) }, count)
    },
  })
}
