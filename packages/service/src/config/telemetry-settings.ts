// The supported OpenTelemetry settings, with their standard names
// (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ and
// https://opentelemetry.io/docs/specs/otel/protocol/exporter/).

import { SAMPLER_NAMES } from '../telemetry/sampler.ts'
import { list, oneOf, type Setting, setting, text, wholeNumber } from './setting.ts'

const endpoint = (value: string): URL | undefined => {
  if (value === '') return undefined
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error('must be a URL such as http://127.0.0.1:4318')
  if (url.username !== '' || url.password !== '')
    throw new Error('must not contain a password; set credentials in OTEL_EXPORTER_OTLP_HEADERS')
  return url
}

const protocol = (value: string): 'http/json' => {
  const named = value.toLowerCase()
  if (named === 'http/json') return named
  throw new Error('must be http/json: the service sends OTLP as JSON over HTTP, which collectors accept on port 4318')
}

/** Comma-separated `name=value` items with percent-encoded values, as in the W3C `baggage` header. */
const pairs = (isName: RegExp) => {
  const read = list((item): [string, string] => {
    const [, name = '', encoded = ''] = /^([^=]+)=(.*)$/s.exec(item) ?? []
    const decoded = decode(encoded.trim())
    // A value may be a secret, so the message must not contain it.
    if (!isName.test(name.trim()) || decoded === undefined)
      throw new Error('must be comma-separated name=value items with percent-encoded values')
    return [name.trim(), decoded]
  })
  return (value: string): Readonly<Record<string, string>> => Object.fromEntries(read(value))
}

const decode = (encoded: string): string | undefined => {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

const headers = (value: string) => {
  const read = Object.entries(pairs(/^[!#$%&'*+.^_`|~\w-]+$/)(value))
  if (read.every(([, content]) => /^[\t\x20-\x7e]*$/.test(content)))
    return Object.fromEntries(read.map(([name, content]) => [name.toLowerCase(), content]))
  throw new Error('must have ASCII values')
}

const ratio = (value: string): number => {
  if (/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(value)) return Number(value)
  throw new Error('must be a number from 0 to 1')
}

/** Lowercase names. Unknown names are accepted, because other software supports more exporters. */
const exporters = list((name) => name.toLowerCase())

const ENDPOINT = 'the full URL with its path. Overrides `OTEL_EXPORTER_OTLP_ENDPOINT`.'

export const TELEMETRY_SETTINGS = {
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    'Base URL of the OTLP endpoint for traces and metrics, such as `http://127.0.0.1:4318`. The service appends `/v1/traces` and `/v1/metrics`. Without an endpoint, nothing is sent.',
    endpoint,
  ),
  otlpTracesEndpoint: setting('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', '', `Endpoint for traces: ${ENDPOINT}`, endpoint),
  otlpMetricsEndpoint: setting(
    'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
    '',
    `Endpoint for metrics: ${ENDPOINT}`,
    endpoint,
  ),
  tracesExporters: setting(
    'OTEL_TRACES_EXPORTER',
    'otlp',
    'Comma-separated exporters for traces. Traces are sent if the list contains `otlp`. Use `none` to send none.',
    exporters,
  ),
  metricsExporters: setting(
    'OTEL_METRICS_EXPORTER',
    'otlp',
    'The same for metrics. Use `none` if Prometheus scrapes them.',
    exporters,
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    '',
    'Headers of each export request, such as `authorization=Bearer%20…`: comma-separated `name=value` items with percent-encoded values.',
    headers,
  ),
  otlpTracesHeaders: setting('OTEL_EXPORTER_OTLP_TRACES_HEADERS', '', 'Additional headers for traces only.', headers),
  otlpMetricsHeaders: setting(
    'OTEL_EXPORTER_OTLP_METRICS_HEADERS',
    '',
    'Additional headers for metrics only.',
    headers,
  ),
  otlpProtocol: setting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'http/json',
    'OTLP protocol. Only `http/json` is supported.',
    protocol,
  ),
  otlpTracesProtocol: setting('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json', 'The same for traces.', protocol),
  otlpMetricsProtocol: setting('OTEL_EXPORTER_OTLP_METRICS_PROTOCOL', 'http/json', 'The same for metrics.', protocol),
  otlpTimeoutMs: setting(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    '10000',
    'Timeout of an export request, in milliseconds.',
    wholeNumber(1, 600_000),
  ),
  metricExportIntervalMs: setting(
    'OTEL_METRIC_EXPORT_INTERVAL',
    '60000',
    'Interval between metric exports, in milliseconds.',
    wholeNumber(1_000, 86_400_000),
  ),
  tracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    `Which requests are traced: ${SAMPLER_NAMES.map((name) => `\`${name}\``).join(', ')}. With \`parentbased_…\`, clients that send \`traceparent\` decide for their requests.`,
    oneOf(...SAMPLER_NAMES),
  ),
  tracesSamplerArg: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    'The share of requests, from 0 to 1, that `traceidratio` traces.',
    ratio,
  ),
  serviceName: setting(
    'OTEL_SERVICE_NAME',
    '',
    'Value of the `service.name` resource attribute. Default: `central-api`.',
    text,
  ),
  resourceAttributes: setting(
    'OTEL_RESOURCE_ATTRIBUTES',
    '',
    'Additional resource attributes, such as `deployment.environment.name=production`. The format is that of `OTEL_EXPORTER_OTLP_HEADERS`.',
    pairs(/^[\x21-\x7e]+$/),
  ),
  sdkDisabled: setting(
    'OTEL_SDK_DISABLED',
    'false',
    '`true` disables all traces and metrics exports, regardless of other settings.',
    (value) => value.toLowerCase() === 'true',
  ),
} as const satisfies Record<string, Setting<unknown>>
