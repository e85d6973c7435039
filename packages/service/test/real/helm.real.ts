// The chart with a real helm: it lints, validates its values against their schema, and renders the same manifests as a real
// kubectl renders from deploy/kubernetes.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { GOOD_VALUES, WRONG_VALUES } from './chart-values.ts'
import { installKubernetesModels } from './install-kubernetes-models.ts'
import { judgeManifests, type Manifest, readManifests, requireKnownFields } from './judge-manifests.ts'
import { type Helm, installHelm, missingHelm } from './real-helm.ts'
import { runProgram } from './run-program.ts'

const path = (name: string) => fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url))
const CHART = path('helm/central-api')

/** Fields that only helm renders, or Kubernetes defaults that the manifests omit. */
const isHelms = (key: string, value: unknown): boolean =>
  key === 'app.kubernetes.io/instance' || key === 'imagePullPolicy' || (key === 'type' && value === 'ClusterIP')

/** The comparable part of a manifest: its specification, with sorted names. */
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
type Rules = { readonly extraIngress: readonly unknown[]; readonly extraEgress: readonly unknown[] }

const essences = (manifests: readonly Manifest[]) =>
  Object.fromEntries(manifests.map(({ kind, metadata: { name }, spec }) => [`${kind}/${name}`, essence(spec)]))

/** The paths of all values, including maps and their content. */
const pathsOf = (values: object, before: readonly string[] = []): readonly (readonly string[])[] =>
  Object.entries(values).flatMap(([key, value]) => {
    const keys = [...before, key]
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
    return [keys, ...(isMap ? pathsOf(value, keys) : [])]
  })

/** The values with null at a path. */
const nullAt = ([key = '', ...rest]: readonly string[]): Readonly<Record<string, unknown>> => ({
  [key]: rest.length === 0 ? null : nullAt(rest),
})

describe('the chart', { skip: missingHelm() ?? false }, () => {
  let programs: Helm
  let models: string
  let folder: string
  before(async () => {
    programs = await installHelm()
    models = await installKubernetesModels()
    folder = await mkdtemp(join(tmpdir(), 'central-values-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const template = async (release: string, ...args: readonly string[]) =>
    readManifests(await runProgram(programs.helm, ['template', release, CHART, ...args]))
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

  test('renders the manifests of deploy/kubernetes with its default values', async () => {
    const rendered = essences(await template('central-api'))
    const manifests = essences(readManifests(await runProgram(programs.kubectl, ['kustomize', path('kubernetes')])))
    assert.deepEqual(Object.keys(rendered).sort(), Object.keys(manifests).sort())
    for (const [name, manifest] of Object.entries(manifests)) assert.deepEqual(rendered[name], manifest, name)
  })

  /** A values file; JSON is YAML. */
  const valuesFile = async (values: unknown): Promise<string> => {
    const file = join(folder, 'values.yaml')
    await writeFile(file, JSON.stringify(values))
    return file
  }

  const rendered: Manifest[] = []

  for (const [name, values] of Object.entries(GOOD_VALUES)) {
    test(`lints, and renders manifests that a restricted namespace accepts: ${name}`, async () => {
      const file = await valuesFile(values)
      assert.match(
        await runProgram(programs.helm, ['lint', '--strict', CHART, '--values', file]),
        /, 0 chart\(s\) failed/,
      )
      const manifests = await template('central-api', '--values', file)
      assert.deepEqual(await judgeManifests(manifests, models, ['mine']), [])
      rendered.push(...manifests)
    })
  }

  test('renders no field that is unknown to Kubernetes, with any values', async () => {
    assert.ok(rendered.length > 5 * Object.keys(GOOD_VALUES).length - 5)
    await requireKnownFields(rendered, models)
    const [first] = rendered
    assert.ok(first)
    await assert.rejects(requireKnownFields([{ ...first, spec: { ...first.spec, nobody: 1 } }], models), /nobody/)
  })

  for (const [name, [values, says]] of Object.entries(WRONG_VALUES)) {
    test(`rejects ${name} with a message that names it`, async () => {
      assert.match(await refusal('--values', await valuesFile(values)), says)
    })
  }

  test('accepts null for any value with a default, or reports by name that the value is required', async () => {
    const own = parse(await readFile(path('helm/central-api/values.yaml'), 'utf8')) as object
    const needed: string[] = []
    for (const keys of pathsOf(own)) {
      const values = nullAt(keys)
      const file = await valuesFile({
        ...values,
        ingress: { enabled: true, ...(values.ingress as object | undefined) },
      })
      const key = keys.at(-1) ?? ''
      if (keys[0] === 'ingress' && values.ingress === null) continue
      try {
        const text = await runProgram(programs.helm, ['template', 'central-api', CHART, '--values', file])
        assert.doesNotMatch(text, /[:,] *(?:null|<no value>|<nil>)\b|%!/, keys.join('.'))
        assert.deepEqual(await judgeManifests(readManifests(text), models), [], keys.join('.'))
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error
        assert.match(
          String(error),
          new RegExp(`missing property '${key}'|${key.replaceAll('.', '\\.')}|podLabels`),
          keys.join('.'),
        )
        assert.doesNotMatch(String(error), /nil pointer|wrong type|incompatible types/, keys.join('.'))
        needed.push(keys.join('.'))
      }
    }
    assert.ok(needed.includes('autoscaling') && needed.includes('settings.BASE_URL') && !needed.includes('image.tag'))
  })

  const deploymentOf = (manifests: readonly Manifest[]) =>
    JSON.stringify(manifests.find(({ kind }) => kind === 'Deployment')?.spec)
  const withValues = async (name: keyof typeof GOOD_VALUES) =>
    template('central-api', '--values', await valuesFile(GOOD_VALUES[name]))

  test('omits ids on OpenShift and keeps the rest of the security context', async () => {
    for (const name of [
      'OpenShift',
      'OpenShift, with ids of its own left in the values',
      'ids that the cluster chooses',
    ]) {
      const text = deploymentOf(await withValues(name))
      assert.doesNotMatch(text, /runAsUser|runAsGroup|fsGroup/, name)
      assert.match(text, /"securityContext":\{"runAsNonRoot":true,"seccompProfile":\{"type":"RuntimeDefault"\}\}/)
    }
    assert.match(JSON.stringify(await withValues('OpenShift')), /"openshift-dns".*"port":5353/)
    assert.match(deploymentOf(await withValues('another user')), /"runAsUser":1000630000/)
  })

  test('pins the image by its digest, with the tag if there is one', async () => {
    const imageOf = async (name: string) => /"image":"([^"]+)"/.exec(deploymentOf(await withValues(name)))?.[1]
    const DIGEST = /^registry\.example\.com\/central-api@sha256:[0-9a-f]{64}$/
    assert.match((await imageOf('an image by its digest alone, in the tag')) ?? '', DIGEST)
    assert.match((await imageOf('an image by its digest alone')) ?? '', DIGEST)
    assert.match(
      (await imageOf('an image by a digest beside its tag')) ?? '',
      /central-api:1\.0\.0@sha256:[0-9a-f]{64}$/,
    )
  })

  test('listens on every address of the pod of any family unless HOST is set', async () => {
    assert.match(deploymentOf(await withValues('the chart’s own')), /\{"name":"HOST","value":"::"\}/)
    assert.match(deploymentOf(await withValues('a listener of IPv4 alone')), /\{"name":"HOST","value":"0\.0\.0\.0"\}/)
  })

  test('lets values override its annotations, and the more specific of two apply', async () => {
    const annotationsOf = (manifests: readonly Manifest[], wanted: string) =>
      manifests.find(({ kind }) => kind === wanted)?.metadata.annotations
    const scraped = annotationsOf(
      await withValues('a scrape by ServiceMonitor: the annotation is taken back'),
      'Service',
    )
    assert.equal(scraped?.['prometheus.io/scrape'], 'false')
    const all = await withValues('annotations of everything, some of which are overridden')
    for (const { kind, metadata } of all) assert.equal(metadata.annotations?.team, 'web', kind)
    assert.equal(annotationsOf(all, 'Deployment')?.stage, 'deployment')
    assert.equal(annotationsOf(all, 'Ingress')?.stage, 'ingress')
    assert.equal(annotationsOf(all, 'NetworkPolicy')?.stage, 'all')
    assert.match(deploymentOf(all), /"annotations":\{[^}]*"stage":"pod"/)
  })

  test('adds the operator’s rules after its own in the network policy', async () => {
    const ruleOf = async (name: string) => (await withValues(name)).find(({ kind }) => kind === 'NetworkPolicy')?.spec
    const own = GOOD_VALUES['rules of one’s own in the network policy']?.networkPolicy as Rules
    const [before, after] = [await ruleOf('the chart’s own'), await ruleOf('rules of one’s own in the network policy')]
    for (const [field, rules] of [
      ['ingress', own.extraIngress],
      ['egress', own.extraEgress],
    ] as const) {
      const [chart, all] = [before?.[field], after?.[field]] as [unknown[], unknown[]]
      assert.deepEqual(all.slice(chart.length), rules)
    }
  })

  test('restarts pods when a file of the operator changes', async () => {
    const checksumOf = async (text: string) => {
      const file = await valuesFile({ extraFiles: { 'a.js': text } })
      return /"checksum\/files":"([0-9a-f]{64})"/.exec(
        deploymentOf(await template('central-api', '--values', file)),
      )?.[1]
    }
    const [one, other] = [await checksumOf('1'), await checksumOf('2')]
    assert.ok(one !== undefined && other !== undefined && one !== other)
  })

  test('rejects only release names that are invalid for a Service', async () => {
    assert.deepEqual(await judgeManifests(await template('on'), models), [])
    assert.deepEqual(await judgeManifests(await template('a'.repeat(53)), models), [])
    await assert.rejects(template('007'), /release name \\?"007\\?" begins with a digit/)
  })

  test('gives every release its own name and selector', async () => {
    for (const { kind, metadata, spec } of await template('shop')) {
      assert.equal(metadata.name, 'shop-central-api', kind)
      const text = JSON.stringify(spec)
      if (kind !== 'HorizontalPodAutoscaler') assert.match(text, /"app.kubernetes.io\/instance":"shop"/, kind)
    }
  })

  test('renders optional resources that are turned on, and omits those that are turned off', async () => {
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

  test('rejects unknown and invalid values', async () => {
    assert.match(await refusal('--set', 'setings.LOG_LEVEL=info'), /setings/)
    assert.match(await refusal('--set-string', 'settings.ADMIN_TOKEN=secret'), /ADMIN_TOKEN/)
    assert.match(await refusal('--set', 'settings.BASE_URL=api.example.com'), /BASE_URL/)
    assert.match(await refusal('--set', 'secret.settings={ADMIN_TOKEN}'), /secret\/settings/)
  })
})
