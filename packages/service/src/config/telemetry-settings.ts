// The settings of OpenTelemetry, under the names that its specification gives them
// (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ and
// https://opentelemetry.io/docs/specs/otel/protocol/exporter/). Those that are not here are not read.

import { SAMPLER_NAMES } from '../telemetry/sampler.ts'
import { list, oneOf, type Setting, setting, text, wholeNumber } from './setting.ts'

const endpoint = (value: string): URL | undefined => {
  if (value === '') return undefined
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error('must be an address such as http://127.0.0.1:4318')
  if (url.username !== '' || url.password !== '')
    throw new Error('must hold no password; OTEL_EXPORTER_OTLP_HEADERS takes what the receiver asks for')
  return url
}

const protocol = (value: string): 'http/json' => {
  const named = value.toLowerCase()
  if (named === 'http/json') return named
  throw new Error('must be http/json: OTLP is sent as JSON over HTTP, which receivers take at port 4318')
}

/** `name=value` items, comma-separated, values percent-encoded as in the header field `baggage` of W3C. */
const pairs = (isName: RegExp) => {
  const read = list((item): [string, string] => {
    const [, name = '', encoded = ''] = /^([^=]+)=(.*)$/s.exec(item) ?? []
    const decoded = decode(encoded.trim())
    // A value may be a secret: nothing of it is said.
    if (!isName.test(name.trim()) || decoded === undefined)
      throw new Error('must be name=value items, comma-separated, with values percent-encoded')
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
  throw new Error('must have values in ASCII')
}

const ratio = (value: string): number => {
  if (/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(value)) return Number(value)
  throw new Error('must be a share from 0 to 1')
}

/** By their names in small letters; which of them there are is not asked, since programs have others. */
const exporters = list((name) => name.toLowerCase())

const ENDPOINT = 'its address as it is, with its path; takes the place of what `OTEL_EXPORTER_OTLP_ENDPOINT` says.'

export const TELEMETRY_SETTINGS = {
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    'Where OpenTelemetry’s traces and metrics are sent, such as `http://127.0.0.1:4318`; `/v1/traces` and `/v1/metrics` are added. Nothing is sent without it.',
    endpoint,
  ),
  otlpTracesEndpoint: setting('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', '', `Where traces are sent: ${ENDPOINT}`, endpoint),
  otlpMetricsEndpoint: setting(
    'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
    '',
    `Where metrics are sent: ${ENDPOINT}`,
    endpoint,
  ),
  tracesExporters: setting(
    'OTEL_TRACES_EXPORTER',
    'otlp',
    'Traces are sent where `otlp` is among these, comma-separated; `none`: not at all.',
    exporters,
  ),
  metricsExporters: setting(
    'OTEL_METRICS_EXPORTER',
    'otlp',
    'The same for metrics, such as `none` where Prometheus reads them.',
    exporters,
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    '',
    'Header fields that the receiver asks for, such as `authorization=Bearer%20…`: `name=value` items, comma-separated, values percent-encoded.',
    headers,
  ),
  otlpTracesHeaders: setting('OTEL_EXPORTER_OTLP_TRACES_HEADERS', '', 'The same for traces alone, besides.', headers),
  otlpMetricsHeaders: setting(
    'OTEL_EXPORTER_OTLP_METRICS_HEADERS',
    '',
    'The same for metrics alone, besides.',
    headers,
  ),
  otlpProtocol: setting('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json', 'How it is sent; there is no other way.', protocol),
  otlpTracesProtocol: setting('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json', 'The same for traces.', protocol),
  otlpMetricsProtocol: setting('OTEL_EXPORTER_OTLP_METRICS_PROTOCOL', 'http/json', 'The same for metrics.', protocol),
  otlpTimeoutMs: setting(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    '10000',
    'How long the receiver may take to answer, in milliseconds.',
    wholeNumber(1, 600_000),
  ),
  metricExportIntervalMs: setting(
    'OTEL_METRIC_EXPORT_INTERVAL',
    '60000',
    'How often metrics are sent, in milliseconds.',
    wholeNumber(1_000, 86_400_000),
  ),
  tracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    `Which requests are traced: ${SAMPLER_NAMES.map((name) => `\`${name}\``).join(', ')}. With \`parentbased_…\` callers that send \`traceparent\` decide for theirs.`,
    oneOf(...SAMPLER_NAMES),
  ),
  tracesSamplerArg: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    'The share of requests, from 0 to 1, that `traceidratio` traces.',
    ratio,
  ),
  serviceName: setting('OTEL_SERVICE_NAME', '', 'What the service is called there. Default: `central-api`.', text),
  resourceAttributes: setting(
    'OTEL_RESOURCE_ATTRIBUTES',
    '',
    'What is said of the service besides, such as `deployment.environment.name=production`: items as in `OTEL_EXPORTER_OTLP_HEADERS`.',
    pairs(/^[\x21-\x7e]+$/),
  ),
  sdkDisabled: setting(
    'OTEL_SDK_DISABLED',
    'false',
    '`true`: nothing is traced or sent, whatever else is set.',
    (value) => value.toLowerCase() === 'true',
  ),
} as const satisfies Record<string, Setting<unknown>>
