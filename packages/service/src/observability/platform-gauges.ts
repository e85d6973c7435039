// How the platforms' credentials and budgets stand, as Prometheus reads it. Labels are ids of platforms, words of a table, and
// the last four characters of what an operator gave: never more values than the operator has set.

import { Gauge, type Registry } from 'prom-client'

export type PlatformStanding = {
  readonly credentials: readonly { readonly platform: string; readonly state: string; readonly count: number }[]
  readonly budgets: readonly {
    readonly platform: string
    readonly bucket: string
    readonly left: number
    /** null where it is not told. */
    readonly limit: number | null
    readonly resetsInSeconds: number
  }[]
  readonly endings: readonly { readonly platform: string; readonly hint: string; readonly seconds: number }[]
}

type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number }

/** Every process that shares a store knows the same: several are told as one, by the word that each gauge names. */
export const createPlatformGauges = (registry: Registry, read: () => PlatformStanding): void => {
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    aggregator: 'min' | 'max',
    samplesOf: (standing: PlatformStanding) => readonly Sample[],
  ) =>
    new Gauge({
      ...{ name, help, labelNames, aggregator, registers: [registry] },
      collect() {
        this.reset()
        for (const { labels, value } of samplesOf(read())) this.set(labels, value)
      },
    })

  const ofBudget = ['platform', 'bucket']
  gauge('central_platform_credentials', 'Credentials by their state', ['platform', 'state'], 'max', ({ credentials }) =>
    credentials.map(({ count: value, ...labels }) => ({ labels, value })),
  )
  gauge('central_platform_budget_left', 'Calls or units that are left in the window', ofBudget, 'min', ({ budgets }) =>
    budgets.map(({ platform, bucket, left: value }) => ({ labels: { platform, bucket }, value })),
  )
  gauge('central_platform_budget_limit', 'Calls or units of a window', ofBudget, 'max', ({ budgets }) =>
    budgets.flatMap(({ platform, bucket, limit }) =>
      limit === null ? [] : [{ labels: { platform, bucket }, value: limit }],
    ),
  )
  gauge('central_platform_budget_resets_seconds', 'Until the window ends', ofBudget, 'min', ({ budgets }) =>
    budgets.map(({ platform, bucket, resetsInSeconds: value }) => ({ labels: { platform, bucket }, value })),
  )
  gauge(
    'central_credential_ends_seconds',
    'Until a credential ends that nobody but the operator renews',
    ['platform', 'hint'],
    'min',
    ({ endings }) => endings.map(({ seconds: value, ...labels }) => ({ labels, value })),
  )
}
