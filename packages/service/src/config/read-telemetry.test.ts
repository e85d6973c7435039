import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './read-config.ts'

const read = (environment: Readonly<Record<string, string>>) => readConfig(environment).telemetry

const problemOf = (environment: Readonly<Record<string, string>>): string => {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems.join('\n')
  }
  return ''
}

test('nothing is sent unless an endpoint is set', () => {
  const { traces, metrics, resource } = read({ OTEL_SERVICE_NAME: 'shop', OTEL_TRACES_SAMPLER: 'always_on' })
  assert.deepEqual([traces, metrics], [undefined, undefined])
  assert.deepEqual(resource, { 'service.name': 'shop' })
})

test('one endpoint serves both signals, and settings of a single signal override it', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/otlp/'
  const both = read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'Api-Key=a%20b,x=1' })
  const headers = { 'api-key': 'a b', x: '1' }
  const target = { headers, timeoutMs: 10_000 }
  assert.deepEqual(both.traces, {
    ...{ ...target, url: 'http://collector:4318/otlp/v1/traces' },
    ...{ sampler: 'parentbased_always_on', ratio: 1 },
  })
  assert.deepEqual(both.metrics, { ...target, url: 'http://collector:4318/otlp/v1/metrics', intervalMs: 60_000 })
  const one = read({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in',
    OTEL_EXPORTER_OTLP_HEADERS: 'x=1,y=2',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x=3',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  })
  assert.deepEqual(one.traces, {
    ...{ url: 'https://traces.example/in', headers: { x: '3', y: '2' }, timeoutMs: 500 },
    ...{ sampler: 'parentbased_traceidratio', ratio: 0.25 },
  })
  assert.equal(one.metrics, undefined)
})

test('OTEL_SDK_DISABLED disables both signals', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318'
  for (const OTEL_SDK_DISABLED of ['true', 'TRUE']) {
    const { traces, metrics } = read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED })
    assert.deepEqual([traces, metrics], [undefined, undefined])
  }
  assert.notEqual(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'false' }).traces, undefined)
})

test('the service name comes from OTEL_SERVICE_NAME, then from the resource attributes', () => {
  const OTEL_RESOURCE_ATTRIBUTES = 'service.name=one, deployment.environment.name=pro%2Cduction'
  const name = 'deployment.environment.name'
  assert.deepEqual(read({}).resource, { 'service.name': 'central-api' })
  assert.deepEqual(read({ OTEL_RESOURCE_ATTRIBUTES }).resource, { 'service.name': 'one', [name]: 'pro,duction' })
  const both = read({ OTEL_RESOURCE_ATTRIBUTES, OTEL_SERVICE_NAME: 'two' }).resource
  assert.deepEqual(both, { 'service.name': 'two', [name]: 'pro,duction' })
})

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318'

const WRONG: Readonly<Record<string, readonly [expected: RegExp, ...values: string[]]>> = {
  OTEL_EXPORTER_OTLP_ENDPOINT: [/URL such as/, 'collector:4318', 'unix:/run/otel', 'http://c:4318/?key=s3cret'],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: [/not contain a password/, 'http://me:s3cret@collector:4318'],
  OTEL_EXPORTER_OTLP_PROTOCOL: [/must be http\/json/, 'grpc', 'http/protobuf'],
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: [/must be http\/json/, 'grpc'],
  OTEL_EXPORTER_OTLP_HEADERS: [/must/, 's3cret', 'a b=s3cret', 'a=%zz-s3cret', 'a=s3cret%0d%0aX: y', 'a=s3cret%C3%A4'],
  OTEL_EXPORTER_OTLP_TIMEOUT: [/whole number/, '0', '10s'],
  OTEL_METRIC_EXPORT_INTERVAL: [/whole number/, '999'],
  OTEL_RESOURCE_ATTRIBUTES: [/name=value/, 'nonsense', '=x'],
  OTEL_TRACES_SAMPLER: [/one of always_on/, 'jaeger_remote'],
  OTEL_TRACES_SAMPLER_ARG: [/number from 0 to 1/, '1.1', '-1', '50%'],
}

test('invalid and unsupported values are reported by name, and no possible secret is shown', () => {
  for (const [name, [expected, ...values]] of Object.entries(WRONG)) {
    for (const value of values) {
      const problem = problemOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: 'traceidratio', [name]: value })
      assert.match(problem, expected, `${name}=${value}`)
      assert.ok(problem.startsWith(`${name} `), problem)
      assert.doesNotMatch(problem, /s3cret/)
    }
  }
})

test('with OTEL_SDK_DISABLED, invalid settings are ignored silently', () => {
  const everything = Object.fromEntries(Object.entries(WRONG).map(([name, [, value = '']]) => [name, value]))
  for (const OTEL_SDK_DISABLED of ['true', 'TRUE', 'True', ' true ']) {
    const { traces, metrics, warnings } = read({ ...everything, OTEL_SDK_DISABLED })
    assert.deepEqual([traces, metrics, warnings], [undefined, undefined, []])
  }
  for (const OTEL_SDK_DISABLED of ['false', '1', 'yes', '']) {
    assert.match(problemOf({ ...everything, OTEL_SDK_DISABLED }), /OTEL_EXPORTER_OTLP_PROTOCOL must be/)
  }
})

test('without an endpoint, invalid settings are warnings that show no secret', () => {
  for (const [name, [expected, ...values]] of Object.entries(WRONG)) {
    if (name.endsWith('ENDPOINT')) continue
    for (const value of values) {
      const { traces, metrics, warnings } = read({ [name]: value })
      assert.deepEqual([traces, metrics, warnings.length], [undefined, undefined, 1], `${name}=${value}`)
      assert.match(warnings[0] ?? '', expected)
      assert.ok(warnings[0]?.startsWith(`${name} `))
      assert.doesNotMatch(warnings[0] ?? '', /s3cret/)
    }
  }
})

test('an invalid setting is a warning for a disabled signal and an error for an enabled one', () => {
  const traces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in' }
  const interval = { OTEL_METRIC_EXPORT_INTERVAL: '1' }
  assert.equal(read({ ...traces, ...interval }).warnings.length, 1)
  assert.match(problemOf({ ...traces, OTEL_TRACES_SAMPLER: 'jaeger_remote' }), /OTEL_TRACES_SAMPLER/)
  assert.match(problemOf({ ...traces, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }), /OTEL_EXPORTER_OTLP_PROTOCOL/)
  assert.equal(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_METRICS_EXPORTER: 'none', ...interval }).warnings.length, 1)
  assert.match(problemOf({ OTEL_EXPORTER_OTLP_ENDPOINT, ...interval }), /OTEL_METRIC_EXPORT_INTERVAL/)
})

/** Invalid settings without effect, as hosting platforms inject them. */
const WITHOUT_EFFECT: readonly Readonly<Record<string, string>>[] = [
  {
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/json',
  },
  {
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
  },
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces',
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://127.0.0.1:4318/v1/metrics',
  },
  { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: 'endpoint=http://127.0.0.1:14250' },
  { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: '50%' },
]

test('an invalid setting that a valid one overrides is a warning, and both signals are sent', () => {
  for (const environment of WITHOUT_EFFECT) {
    const { traces, warnings } = read(environment)
    assert.deepEqual([traces !== undefined, warnings.length], [true, 1], JSON.stringify(environment))
  }
  const ofTraces = { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
  assert.match(problemOf({ OTEL_EXPORTER_OTLP_ENDPOINT, ...ofTraces }), /^OTEL_EXPORTER_OTLP_PROTOCOL /)
})

test('a signal is sent if its exporters include otlp, and unsupported exporters are reported', () => {
  const sent = (environment: Readonly<Record<string, string>>) => {
    const { traces, metrics, warnings } = read({ OTEL_EXPORTER_OTLP_ENDPOINT, ...environment })
    return [traces !== undefined, metrics !== undefined, warnings.length]
  }
  assert.deepEqual(sent({}), [true, true, 0])
  assert.deepEqual(sent({ OTEL_METRICS_EXPORTER: 'none' }), [true, false, 0])
  assert.deepEqual(sent({ OTEL_TRACES_EXPORTER: 'none' }), [false, true, 0])
  assert.deepEqual(sent({ OTEL_TRACES_EXPORTER: 'None', OTEL_METRICS_EXPORTER: ' NONE ' }), [false, false, 0])
  assert.deepEqual(sent({ OTEL_TRACES_EXPORTER: 'otlp', OTEL_METRICS_EXPORTER: 'OTLP' }), [true, true, 0])
  assert.deepEqual(sent({ OTEL_METRICS_EXPORTER: 'prometheus' }), [true, false, 1])
  assert.deepEqual(sent({ OTEL_TRACES_EXPORTER: 'console,otlp' }), [true, true, 1])
  assert.deepEqual(sent({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://m.example/', OTEL_METRICS_EXPORTER: 'none' }), [
    true,
    false,
    0,
  ])
})
