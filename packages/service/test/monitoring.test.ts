import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { ERROR_CODES } from '../src/errors.ts'
import { API_PREFIX, ENDPOINTS } from '../src/http/endpoints.ts'
import { RENDER_FAULTS } from '../src/media/rendering/rendering.ts'
import { reportsToText } from '../src/observability/aggregate-reports.ts'
import { createMetrics } from '../src/observability/metrics.ts'
import { createPrimaryMetrics } from '../src/observability/primary-metrics.ts'
import { DELIVERY_RESULTS } from '../src/webhooks/sender.ts'
import { readText, readYaml } from './deployed.ts'

type Alert = {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook_url: string }
}
type Panel = { readonly title: string; readonly type: string; readonly targets?: readonly { readonly expr: string }[] }

const { groups } = readYaml<{ readonly groups: readonly { readonly rules: readonly Alert[] }[] }>(
  'deploy/prometheus/alerts.yaml',
)
const alerts = groups.flatMap(({ rules }) => rules)
const { panels } = JSON.parse(readText('deploy/grafana/central-api.json')) as { readonly panels: readonly Panel[] }
const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const expressions = [...alerts.map(({ expr }) => expr), ...queries]
const page = readText('docs/operate/monitoring.md')
const runbook = readText('docs/operate/alerts.md')

/** Metrics that Prometheus adds to every target, and that processes have only on Linux. */
const OF_OTHERS = ['up', 'process_open_fds']
const WORDS = ['and', 'or', 'unless']

/** The names of metrics in a PromQL expression: without matchers, ranges, groupings and functions. */
const metricsIn = (expression: string): string[] => {
  const bare = expression
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right) *\([^)]*\)/g, ' ')
  return [...bare.matchAll(/(?<![\w:])[a-zA-Z_:][\w:]*\b(?! *\()/g)]
    .map(([name]) => name)
    .filter((name) => !WORDS.includes(name))
}

/** The anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
const anchors = new Set([...runbook.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => `#${anchorOf(heading)}`))

describe('the metrics of alerts and panels', () => {
  const names = new Set<string>(OF_OTHERS)
  before(async () => {
    const metrics = createMetrics()
    // As reported by several workers: the metrics of one worker and some more.
    const text = await reportsToText([await createPrimaryMetrics().report(), await metrics.report()])
    for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      names.add(name)
      if (type === 'histogram') for (const part of ['bucket', 'sum', 'count']) names.add(`${name}_${part}`)
    }
    metrics.stop()
  })

  test('exist in the service', () => {
    const named = expressions.flatMap(metricsIn)
    assert.ok(named.length > 40)
    assert.deepEqual(
      named.filter((name) => !names.has(name)),
      [],
    )
  })

  test('are distinguished from metrics that the service does not have', () => {
    const made =
      'sum by (job, gone) (rate(central_gone_total{route=~"/x/.+"}[5m])) / up > 0.5 and absent(central_also_gone)'
    assert.deepEqual(metricsIn(made), ['central_gone_total', 'up', 'central_also_gone'])
  })

  test('are all in the page of monitoring with their meaning', () => {
    const own = [...names].filter((name) => name.startsWith('central_') && !/_(?:bucket|sum|count)$/.test(name))
    assert.deepEqual(
      own.filter((name) => !page.includes(`| \`${name}\` |`)),
      [],
    )
    const reported = [...page.matchAll(/`(central_\w+)`/g)].map(([, name = '']) => name)
    assert.deepEqual(
      reported.filter((name) => !names.has(name)),
      [],
    )
  })

  test('use existing routes and codes', () => {
    const routes = new Set([...ENDPOINTS.map(({ path }) => API_PREFIX + path), '/readyz', '/healthz'])
    const values = (label: string) =>
      expressions.flatMap((text) => [...text.matchAll(new RegExp(`${label}="([^"]+)"`, 'g'))].map(([, it = '']) => it))
    assert.deepEqual(
      values('route').filter((route) => !routes.has(route)),
      [],
    )
    const codes: ReadonlySet<string> = new Set([...ERROR_CODES, ...DELIVERY_RESULTS, ...RENDER_FAULTS, 'ok'])
    const outcomes = expressions.flatMap((text) =>
      [...text.matchAll(/outcome=~?"([^"]+)"/g)].flatMap(([, it = '']) => it.split('|')),
    )
    assert.ok(outcomes.length > 0)
    assert.deepEqual(
      outcomes.filter((code) => !codes.has(code)),
      [],
    )
  })
})

test('every alert has a summary, a severity, and a link to its section in the page of alerts', () => {
  assert.ok(alerts.length >= 12)
  assert.equal(new Set(alerts.map(({ alert }) => alert)).size, alerts.length)
  for (const { alert, labels, annotations } of alerts) {
    assert.ok(['critical', 'warning'].includes(labels.severity), alert)
    assert.ok(annotations.summary.includes('{{'), alert)
    const [file, anchor] = annotations.runbook_url.split(/(?=#)/)
    assert.equal(file, 'docs/operate/alerts.md', alert)
    assert.equal(anchor, `#${alert.toLowerCase()}`)
    assert.ok(anchors.has(anchor), `${alert} has no section`)
  }
})

test('the page of alerts has a section for every alert and no other', () => {
  const sections = [...runbook.matchAll(/^#+ (CentralApi\w+)$/gm)].map(([, name]) => name)
  assert.deepEqual(
    sections,
    alerts.map(({ alert }) => alert),
  )
})

test('every panel has a query, and every link within the page works', () => {
  assert.deepEqual(
    panels.filter(({ type, targets = [] }) => type !== 'row' && targets.length === 0),
    [],
  )
  const links = [...runbook.matchAll(/\]\((#[^)]+)\)/g)].map(([, anchor = '']) => anchor)
  assert.deepEqual(
    links.filter((anchor) => !anchors.has(anchor)),
    [],
  )
})
