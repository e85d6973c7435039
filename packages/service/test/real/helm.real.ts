// The chart as a real helm sees it: it lints, its values are held against their schema, and what it renders is what
// deploy/kubernetes says, as a real kubectl renders that.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { type Helm, installHelm, missingHelm } from './real-helm.ts'
import { runProgram } from './run-program.ts'

const path = (name: string) => fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url))
const CHART = path('helm/central-api')

type Manifest = {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: Readonly<Record<string, unknown>>
}

const read = (text: string): readonly Manifest[] =>
  parseAllDocuments(text).flatMap((document) => (document.toJS() as Manifest | null) ?? [])

/** Said by helm alone, in all that it renders; or the default of Kubernetes, which the manifests leave unsaid. */
const isHelms = (key: string, value: unknown): boolean =>
  key === 'app.kubernetes.io/instance' || key === 'imagePullPolicy' || (key === 'type' && value === 'ClusterIP')

/** What matters of a manifest: everything of its specification, whatever order names are in. */
const essence = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const parts = value.map(essence)
    const isNamed = parts.every((part) => typeof (part as { name?: unknown } | null)?.name === 'string')
    return isNamed ? parts.toSorted((left, right) => ((left as Named).name < (right as Named).name ? -1 : 1)) : parts
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !isHelms(key, part))
      .map(([key, part]) => [key, essence(part)]),
  )
}
type Named = { readonly name: string }

const essences = (manifests: readonly Manifest[]) =>
  Object.fromEntries(manifests.map(({ kind, metadata: { name }, spec }) => [`${kind}/${name}`, essence(spec)]))

describe('the chart', { skip: missingHelm() ?? false }, () => {
  let programs: Helm
  before(async () => {
    programs = await installHelm()
  })

  const template = async (release: string, ...args: readonly string[]) =>
    read(await runProgram(programs.helm, ['template', release, CHART, ...args]))
  const refusal = async (...args: readonly string[]): Promise<string> => {
    const { message } = await template('central-api', ...args).then(
      () => assert.fail(`${args.join(' ')} was taken`),
      (error: Error) => error,
    )
    return message
  }

  test('lints without a warning', async () => {
    const said = await runProgram(programs.helm, ['lint', '--strict', CHART])
    assert.match(said, /1 chart\(s\) linted, 0 chart\(s\) failed/)
    assert.doesNotMatch(said, /\[(?:WARNING|ERROR)\]/)
  })

  test('renders, with its own values, what deploy/kubernetes says', async () => {
    const rendered = essences(await template('central-api'))
    const manifests = essences(read(await runProgram(programs.kubectl, ['kustomize', path('kubernetes')])))
    assert.deepEqual(Object.keys(rendered).sort(), Object.keys(manifests).sort())
    for (const [name, manifest] of Object.entries(manifests)) assert.deepEqual(rendered[name], manifest, name)
  })

  test('gives every release a name and a selector of its own', async () => {
    for (const { kind, metadata, spec } of await template('shop')) {
      assert.equal(metadata.name, 'shop-central-api', kind)
      const text = JSON.stringify(spec)
      if (kind !== 'HorizontalPodAutoscaler') assert.match(text, /"app.kubernetes.io\/instance":"shop"/, kind)
    }
  })

  test('renders what is off by itself, and leaves out what is turned off', async () => {
    const kinds = (manifests: readonly Manifest[]) => manifests.map(({ kind }) => kind).sort()
    const off = ['autoscaling', 'podDisruptionBudget', 'networkPolicy'].map((name) => `${name}.enabled=false`)
    const bare = await template('central-api', '--set', `${off.join(',')},replicas=3`)
    assert.deepEqual(kinds(bare), ['Deployment', 'Service'])
    assert.equal(bare.find(({ kind }) => kind === 'Deployment')?.spec.replicas, 3)

    const values = 'ingress.enabled=true,ingress.tlsSecret=tls,networkPolicy.postgresql.cidr=192.0.2.7/32'
    const whole = await template('central-api', '--set', values)
    const ingress = JSON.stringify(whole.find(({ kind }) => kind === 'Ingress'))
    assert.match(ingress, /"secretName":"tls"/)
    assert.match(ingress, /"path":"\/api\/"/)
    assert.doesNotMatch(ingress, /"path":"\/(?:admin|console|metrics|readyz)?"/)
    const policy = JSON.stringify(whole.find(({ kind }) => kind === 'NetworkPolicy'))
    assert.match(policy, /"cidr":"192.0.2.7\/32"/)
    assert.doesNotMatch(policy, /postgresql/)
  })

  test('refuses values that it does not know, and those that would not work', async () => {
    assert.match(await refusal('--set', 'setings.LOG_LEVEL=info'), /setings/)
    assert.match(await refusal('--set-string', 'settings.ADMIN_TOKEN=secret'), /ADMIN_TOKEN/)
    assert.match(await refusal('--set', 'settings.BASE_URL=api.example.com'), /BASE_URL/)
    assert.match(await refusal('--set', 'secret.settings={ADMIN_TOKEN}'), /secret\/settings/)
  })
})
