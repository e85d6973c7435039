// Prometheus gauges of the platforms' credentials and budgets. Labels are platform ids, states, and the last four characters of
// credentials, so the number of credentials bounds the number of series.

import { Gauge, type Registry } from 'prom-client'

export type PlatformStats = {
  readonly credentials: readonly { readonly platform: string; readonly state: string; readonly count: number }[]
  readonly budgets: readonly {
    readonly platform: string
    readonly bucket: string
    readonly left: number
    /** null if the platform does not report it. */
    readonly limit: number | null
    readonly resetsInSeconds: number
  }[]
  readonly endings: readonly { readonly platform: string; readonly hint: string; readonly seconds: number }[]
}

type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number }

/** Processes that share a store report the same values. The aggregator of each gauge selects one of them. */
export const createPlatformGauges = (registry: Registry, read: () => PlatformStats): void => {
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    aggregator: 'min' | 'max',
    samplesOf: (stats: PlatformStats) => readonly Sample[],
  ) =>
    new Gauge({
      ...{ name, help, labelNames, aggregator, registers: [registry] },
      collect() {
        this.reset()
        for (const { labels, value } of samplesOf(read())) this.set(labels, value)
      },
    })

  const budgetLabels = ['platform', 'bucket']
  gauge('central_platform_credentials', 'Credentials by state', ['platform', 'state'], 'max', ({ credentials }) =>
    credentials.map(({ count: value, ...labels }) => ({ labels, value })),
  )
  gauge(
    'central_platform_budget_left',
    'Calls or units that remain in the window',
    budgetLabels,
    'min',
    ({ budgets }) => budgets.map(({ platform, bucket, left: value }) => ({ labels: { platform, bucket }, value })),
  )
  gauge('central_platform_budget_limit', 'Calls or units allowed in the window', budgetLabels, 'max', ({ budgets }) =>
    budgets.flatMap(({ platform, bucket, limit }) =>
      limit === null ? [] : [{ labels: { platform, bucket }, value: limit }],
    ),
  )
  gauge(
    'central_platform_budget_resets_seconds',
    'Seconds until the window resets',
    budgetLabels,
    'min',
    ({ budgets }) =>
      budgets.map(({ platform, bucket, resetsInSeconds: value }) => ({ labels: { platform, bucket }, value })),
  )
  gauge(
    'central_credential_ends_seconds',
    'Seconds until a credential expires that the service cannot renew',
    ['platform', 'hint'],
    'min',
    ({ endings }) => endings.map(({ seconds: value, ...labels }) => ({ labels, value })),
  )
}
