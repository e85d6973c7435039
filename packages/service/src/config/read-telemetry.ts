// The settings of OpenTelemetry → what is sent where; each signal by itself, and none unless its address is set.

import type { OtlpTarget } from '../telemetry/otlp-client.ts'
import type { SamplerName } from '../telemetry/sampler.ts'
import type { Setting } from './setting.ts'
import type { TELEMETRY_SETTINGS } from './telemetry-settings.ts'

type Settings = {
  readonly [K in keyof typeof TELEMETRY_SETTINGS]: (typeof TELEMETRY_SETTINGS)[K] extends Setting<infer T> ? T : never
}

export type TelemetryConfig = {
  /** What the service says of itself, by the names of the semantic conventions. */
  readonly resource: Readonly<Record<string, string>>
  readonly traces: (OtlpTarget & { readonly sampler: SamplerName; readonly ratio: number }) | undefined
  readonly metrics: (OtlpTarget & { readonly intervalMs: number }) | undefined
}

const SERVICE_NAME = 'central-api'

export const readTelemetry = (settings: Settings): TelemetryConfig => {
  const { otlpEndpoint, otlpHeaders, otlpTimeoutMs: timeoutMs, resourceAttributes, sdkDisabled } = settings
  const targetOf = (
    path: string,
    own: URL | undefined,
    ownHeaders: Readonly<Record<string, string>>,
  ): OtlpTarget | undefined => {
    const url = own?.href ?? (otlpEndpoint && `${otlpEndpoint.href.replace(/\/+$/, '')}${path}`)
    if (sdkDisabled || url === undefined) return undefined
    return { url, headers: { ...otlpHeaders, ...ownHeaders }, timeoutMs }
  }
  const traces = targetOf('/v1/traces', settings.otlpTracesEndpoint, settings.otlpTracesHeaders)
  const metrics = targetOf('/v1/metrics', settings.otlpMetricsEndpoint, settings.otlpMetricsHeaders)
  const name = settings.serviceName || resourceAttributes['service.name'] || SERVICE_NAME
  return {
    resource: { ...resourceAttributes, 'service.name': name },
    traces: traces && { ...traces, sampler: settings.tracesSampler, ratio: settings.tracesSamplerArg },
    metrics: metrics && { ...metrics, intervalMs: settings.metricExportIntervalMs },
  }
}
