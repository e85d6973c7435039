// The service with its workers and an OTLP receiver: complete requests over sockets, and shutdown. Debian and npm have no
// OpenTelemetry Collector, so the receiver only records. The test compares the data field by field with the messages that
// opentelemetry-proto defines.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { attributesIn, startOtlpReceiver } from '@central-api/testing/telemetry/fixture.ts'
import { findPort } from './real-nginx.ts'
import { runProgram, startProgram } from './run-program.ts'

const COMMAND = fileURLToPath(new URL('../../bin/central-api.js', import.meta.url))
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SCANS = 20

type Fields = {
  readonly [name: string]: 'text' | 'id' | 'int' | 'number' | 'bool' | Fields | readonly [Fields | 'int' | 'number']
}

const VALUE: Fields = { stringValue: 'text', intValue: 'int', boolValue: 'bool', doubleValue: 'number' }
const ATTRIBUTES: readonly [Fields] = [{ key: 'text', value: VALUE }]
const RESOURCE: Fields = { attributes: ATTRIBUTES }
const SCOPE: Fields = { name: 'text' }
const TIMES: Fields = { startTimeUnixNano: 'int', timeUnixNano: 'int', attributes: ATTRIBUTES }
const NUMBERS: readonly [Fields] = [{ ...TIMES, asDouble: 'number' }]

/** trace/v1/trace.proto: the fields that this service sends, by their types in JSON. */
const TRACES: Fields = {
  resourceSpans: [
    {
      resource: RESOURCE,
      scopeSpans: [
        {
          scope: SCOPE,
          spans: [
            {
              ...{ traceId: 'id', spanId: 'id', parentSpanId: 'id', flags: 'number', name: 'text', kind: 'number' },
              ...{ startTimeUnixNano: 'int', endTimeUnixNano: 'int', attributes: ATTRIBUTES },
              status: { code: 'number' },
            },
          ],
        },
      ],
    },
  ],
}

/** metrics/v1/metrics.proto, likewise. */
const METRICS: Fields = {
  resourceMetrics: [
    {
      resource: RESOURCE,
      scopeMetrics: [
        {
          scope: SCOPE,
          metrics: [
            {
              ...{ name: 'text', description: 'text', unit: 'text', gauge: { dataPoints: NUMBERS } },
              sum: { dataPoints: NUMBERS, aggregationTemporality: 'number', isMonotonic: 'bool' },
              histogram: {
                dataPoints: [
                  { ...TIMES, count: 'int', sum: 'number', explicitBounds: ['number'], bucketCounts: ['int'] },
                ],
                aggregationTemporality: 'number',
              },
            },
          ],
        },
      ],
    },
  ],
}

const LEAVES: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  id: (value) => typeof value === 'string' && /^(?:[\da-f]{16}|[\da-f]{32})$/.test(value),
  int: (value) => typeof value === 'string' && /^-?\d{1,20}$/.test(value),
  number: Number.isFinite,
  bool: (value) => typeof value === 'boolean',
}

/** Where a message is not of its form. */
const wrongIn = (value: unknown, form: Fields[string], at: string): readonly string[] => {
  if (typeof form === 'string') return LEAVES[form]?.(value) ? [] : [at]
  if (Array.isArray(form)) {
    if (!Array.isArray(value)) return [at]
    return value.flatMap((item, n) => wrongIn(item, form[0], `${at}[${n}]`))
  }
  if (typeof value !== 'object' || value === null) return [at]
  const fields: Fields = form as Fields
  return Object.entries(value).flatMap(([name, content]) => {
    const inner = fields[name]
    return inner === undefined ? [`${at}.${name}`] : wrongIn(content, inner, `${at}.${name}`)
  })
}

const post = async (origin: string, path: string, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  assert.equal(response.status, 200)
  return (await response.json()) as { readonly data: { readonly token: string } }
}

for (const workers of [1, 2]) {
  test(`traces and metrics of ${workers} are received until shutdown, in the OTLP format`, async (context) => {
    const receiver = await startOtlpReceiver(context)
    const folder = await mkdtemp(join(tmpdir(), 'central-otel-'))
    context.after(() => rm(folder, { recursive: true }))
    const port = await findPort()
    const env = {
      ...process.env,
      ...{ DATABASE_URL: `sqlite:${join(folder, 'central.db')}`, PORT: String(port), WORKERS: String(workers) },
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin,
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    }
    const made = await runProgram(process.execPath, [COMMAND, 'license', 'create', '--plan', 'pro', '--json'], { env })
    const { key } = JSON.parse(made) as { readonly key: string }
    const service = await startProgram(process.execPath, [COMMAND, 'serve'], /is listening/, { env })
    const origin = `http://127.0.0.1:${port}`
    try {
      const { data } = await post(origin, '/auth/token', { licenseKey: key })
      const headers = { authorization: `Bearer ${data.token}`, traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` }
      for (let n = 0; n < SCANS; n += 1) {
        await post(origin, '/scan-profile', { platform: 'sandbox', handle: 'demo' }, headers)
      }
    } finally {
      await service.stop()
    }

    const forms: Readonly<Record<string, Fields>> = { '/v1/traces': TRACES, '/v1/metrics': METRICS }
    for (const { path, headers, body } of receiver.received) {
      assert.equal(headers['content-type'], 'application/json')
      const form = forms[path]
      assert.ok(form, path)
      assert.deepEqual(wrongIn(JSON.parse(body), form, path), [])
    }
    const spans = receiver.spans().filter(({ traceId }) => traceId === TRACE_ID)
    const requests = spans.filter(({ name }) => name === 'POST /api/v1/scan-profile')
    assert.equal(requests.length, SCANS)
    assert.ok(requests.every((span) => BigInt(span.endTimeUnixNano) > BigInt(span.startTimeUnixNano)))
    const ids = new Set(requests.map(({ spanId }) => spanId))
    const settled = spans.filter(({ name }) => name === 'settle')
    assert.ok(settled.length > 0 && settled.every(({ parentSpanId = '' }) => ids.has(parentSpanId)))

    const scans = receiver.metrics().filter(({ name }) => name === 'central_scans_total')
    const last = scans.at(-1)?.sum?.dataPoints ?? []
    assert.equal(
      last.reduce((sum, { asDouble }) => sum + asDouble, 0),
      SCANS,
    )
    const [resource] = receiver.received.map(({ body }) => Object.values(JSON.parse(body) as object)[0][0].resource)
    const said = attributesIn(resource)
    assert.deepEqual([said['service.name'], said['deployment.environment.name']], ['central-api', 'test'])
  })
}
