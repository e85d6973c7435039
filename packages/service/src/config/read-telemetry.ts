// Parses the OpenTelemetry settings into the targets of traces and metrics. A signal without an endpoint is not sent. Hosting
// platforms often set these variables for all processes, so an invalid setting without effect is only a warning.

import type { OtlpTarget } from '../telemetry/otlp-client.ts'
import type { SamplerName } from '../telemetry/sampler.ts'
import type { Setting } from './setting.ts'
import { TELEMETRY_SETTINGS } from './telemetry-settings.ts'

export type TelemetryConfig = {
  /** The resource attributes, named by the semantic conventions. */
  readonly resource: Readonly<Record<string, string>>
  readonly traces: (OtlpTarget & { readonly sampler: SamplerName; readonly ratio: number }) | undefined
  readonly metrics: (OtlpTarget & { readonly intervalMs: number }) | undefined
  /** Invalid settings without effect, one line each. */
  readonly warnings: readonly string[]
}

type Key = keyof typeof TELEMETRY_SETTINGS
type Settings = { readonly [K in Key]: (typeof TELEMETRY_SETTINGS)[K] extends Setting<infer T> ? T : never }
type Signal = 'traces' | 'metrics'

const SERVICE_NAME = 'central-api'

/** The settings of a single signal. All others apply to both. */
const SIGNAL_OF: Readonly<Partial<Record<Key, Signal>>> = {
  otlpTracesEndpoint: 'traces',
  otlpTracesHeaders: 'traces',
  otlpTracesProtocol: 'traces',
  tracesSampler: 'traces',
  tracesSamplerArg: 'traces',
  otlpMetricsEndpoint: 'metrics',
  otlpMetricsHeaders: 'metrics',
  otlpMetricsProtocol: 'metrics',
  metricExportIntervalMs: 'metrics',
}

/** Settings of both signals that a setting of one signal overrides. */
const OVERRIDES: Readonly<Partial<Record<Key, Readonly<Record<Signal, Key>>>>> = {
  otlpEndpoint: { traces: 'otlpTracesEndpoint', metrics: 'otlpMetricsEndpoint' },
  otlpProtocol: { traces: 'otlpTracesProtocol', metrics: 'otlpMetricsProtocol' },
}

const isSent = (exporters: readonly string[]): boolean => exporters.includes('otlp')

const KNOWN_EXPORTERS: ReadonlySet<string> = new Set(['otlp', 'none'])

const otherExporters = (settings: Settings): readonly string[] =>
  (['tracesExporters', 'metricsExporters'] as const).flatMap((key) => {
    const others = settings[key].filter((exporter) => !KNOWN_EXPORTERS.has(exporter))
    return others.length === 0
      ? []
      : [`${TELEMETRY_SETTINGS[key].name} names ${others.join(', ')}, but only otlp is supported`]
  })

/** The problem of each invalid setting, as one line. */
export type TelemetryProblems = ReadonlyMap<Key, string>

/** The signals to send, even if their settings are invalid. `isSet`: whether a setting has a value. */
const enabledSignals = (settings: Settings, isSet: (key: Key) => boolean): ReadonlySet<Signal> => {
  const enabled = new Set<Signal>()
  if (settings.sdkDisabled) return enabled
  const isNamed = isSet('otlpEndpoint')
  if (isSent(settings.tracesExporters) && (isNamed || isSet('otlpTracesEndpoint'))) enabled.add('traces')
  if (isSent(settings.metricsExporters) && (isNamed || isSet('otlpMetricsEndpoint'))) enabled.add('metrics')
  return enabled
}

/** Separates problems that prevent the start from warnings. */
export const splitProblems = (
  problems: TelemetryProblems,
  settings: Settings,
  isSet: (key: Key) => boolean,
): { readonly fatal: readonly string[]; readonly warnings: readonly string[] } => {
  if (settings.sdkDisabled) return { fatal: [], warnings: [] }
  const enabled = enabledSignals(settings, isSet)
  const isFatal = ([key]: readonly [Key, string]): boolean => {
    // Other samplers take a different argument or none.
    if (key === 'tracesSamplerArg' && !settings.tracesSampler.endsWith('traceidratio')) return false
    const signal = SIGNAL_OF[key]
    if (signal !== undefined) return enabled.has(signal)
    const overrides = OVERRIDES[key]
    return [...enabled].some((each) => overrides === undefined || !isSet(overrides[each]))
  }
  const all = [...problems]
  const ignored = all.filter((each) => !isFatal(each)).map(([, problem]) => problem)
  return {
    fatal: all.filter(isFatal).map(([, problem]) => problem),
    warnings: [
      ...ignored.map((problem) => `${problem}. The setting is ignored because it has no effect`),
      ...otherExporters(settings),
    ],
  }
}

export const isTelemetryKey = (key: string): key is Key => Object.hasOwn(TELEMETRY_SETTINGS, key)

export const readTelemetry = (settings: Settings, warnings: readonly string[]): TelemetryConfig => {
  const { otlpEndpoint, otlpHeaders, otlpTimeoutMs: timeoutMs, resourceAttributes, sdkDisabled } = settings
  const targetOf = (
    exporters: readonly string[],
    path: string,
    own: URL | undefined,
    ownHeaders: Readonly<Record<string, string>>,
  ): OtlpTarget | undefined => {
    const url = own?.href ?? (otlpEndpoint && `${otlpEndpoint.href.replace(/\/+$/, '')}${path}`)
    if (sdkDisabled || !isSent(exporters) || url === undefined) return undefined
    return { url, headers: { ...otlpHeaders, ...ownHeaders }, timeoutMs }
  }
  const { tracesExporters, metricsExporters } = settings
  const traces = targetOf(tracesExporters, '/v1/traces', settings.otlpTracesEndpoint, settings.otlpTracesHeaders)
  const metrics = targetOf(metricsExporters, '/v1/metrics', settings.otlpMetricsEndpoint, settings.otlpMetricsHeaders)
  const name = settings.serviceName || resourceAttributes['service.name'] || SERVICE_NAME
  return {
    resource: { ...resourceAttributes, 'service.name': name },
    traces: traces && { ...traces, sampler: settings.tracesSampler, ratio: settings.tracesSamplerArg },
    metrics: metrics && { ...metrics, intervalMs: settings.metricExportIntervalMs },
    warnings,
  }
}
