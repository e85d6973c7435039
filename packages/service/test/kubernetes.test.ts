import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  listFiles,
  readText,
  readYaml,
  STOP_SECONDS,
  STORE_SECONDS,
  unknownSettings,
  unpinnedImages,
} from './deployed.ts'
import { podSecurityProblems } from './pod-security.ts'

type Labels = Readonly<Record<string, string>>
type Probe = {
  readonly httpGet: { readonly path: string; readonly port: string | number }
  readonly timeoutSeconds: number
}
type Variable = {
  readonly name: string
  readonly value?: string
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } }
}
type Container = {
  readonly image: string
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly env: readonly Variable[]
  readonly startupProbe: Probe
  readonly livenessProbe: Probe
  readonly readinessProbe: Probe
  readonly resources: Readonly<Record<'requests' | 'limits', Readonly<Record<string, string>>>>
  readonly securityContext: Readonly<Record<string, unknown>>
  readonly volumeMounts: readonly { readonly mountPath: string }[]
}
type Deployment = {
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly replicas?: number
    readonly selector: { readonly matchLabels: Labels }
    readonly template: {
      readonly metadata: { readonly labels: Labels }
      readonly spec: {
        readonly terminationGracePeriodSeconds: number
        readonly automountServiceAccountToken: boolean
        readonly securityContext: Readonly<Record<string, unknown>>
        readonly topologySpreadConstraints: readonly object[]
        readonly containers: readonly [Container]
      }
    }
  }
}
type Block = { readonly cidr: string; readonly except: readonly string[] }
type Rule = {
  readonly to?: readonly { readonly ipBlock?: Block }[]
  readonly ports: readonly { readonly port: number }[]
}
type Policy = {
  readonly spec: {
    readonly podSelector: { readonly matchLabels: Labels }
    readonly policyTypes: readonly string[]
    readonly ingress: readonly Rule[]
    readonly egress: readonly Rule[]
  }
}

const FOLDER = 'deploy/kubernetes'
const read = <T>(name: string) => readYaml<T>(`${FOLDER}/${name}.yaml`)
const deployment = read<Deployment>('deployment')
const pod = deployment.spec.template
const [container] = pod.spec.containers
const settingOf = (name: string) => container.env.find((variable) => variable.name === name)?.value

test('the three probes ask what each is about: life of the loop alone, readiness of the store, too', () => {
  assert.equal(container.livenessProbe.httpGet.path, '/healthz')
  assert.equal(container.readinessProbe.httpGet.path, '/readyz')
  assert.equal(container.startupProbe.httpGet.path, '/readyz')
  for (const { timeoutSeconds } of [container.readinessProbe, container.startupProbe]) {
    assert.ok(timeoutSeconds > STORE_SECONDS)
  }
})

test('ports agree: the setting, the container, the probes, the service, the scrape, the policy', () => {
  const [{ name, containerPort } = { name: '', containerPort: 0 }] = container.ports
  assert.equal(settingOf('PORT'), String(containerPort))
  // Also on a cluster with IPv6 alone, whose probes ask the pod's own address.
  assert.equal(settingOf('HOST'), '::')
  const { livenessProbe, readinessProbe, startupProbe } = container
  for (const probe of [livenessProbe, readinessProbe, startupProbe]) assert.equal(probe.httpGet.port, name)
  const service = read<{
    metadata: { annotations: Labels }
    spec: { selector: Labels; ports: readonly [{ targetPort: string }] }
  }>('service')
  assert.equal(service.spec.ports[0].targetPort, name)
  assert.equal(service.metadata.annotations['prometheus.io/port'], String(containerPort))
  const policy = read<Policy>('network-policy')
  assert.deepEqual(
    policy.spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port)),
    [containerPort],
  )
})

test('every variable is a setting, and every secret is in the example', () => {
  assert.deepEqual(unknownSettings(container.env.map(({ name }) => name)), [])
  const secret = read<{ metadata: { name: string }; stringData: Labels }>('secret.example')
  const wanted = container.env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? [])
  assert.deepEqual(
    wanted.map(({ name, key }) => `${name}.${key}`).sort(),
    Object.keys(secret.stringData)
      .map((key) => `${secret.metadata.name}.${key}`)
      .sort(),
  )
})

test('a pod gets longer to stop than the service takes, and the service drains well within that', () => {
  assert.ok(pod.spec.terminationGracePeriodSeconds > STOP_SECONDS)
  assert.ok(Number(settingOf('DRAIN_SECONDS')) < STOP_SECONDS)
})

test('a pod may do nothing that the service does not need', () => {
  assert.equal(pod.spec.automountServiceAccountToken, false)
  const { runAsNonRoot, runAsUser, seccompProfile } = pod.spec.securityContext
  assert.deepEqual([runAsNonRoot, seccompProfile], [true, { type: 'RuntimeDefault' }])
  assert.equal(`${runAsUser}:${pod.spec.securityContext.runAsGroup}`, /^USER (.+)$/m.exec(readText('Dockerfile'))?.[1])
  assert.deepEqual(container.securityContext, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  assert.ok(
    container.resources.requests.cpu && container.resources.requests.memory && container.resources.limits.memory,
  )
  assert.ok(pod.spec.topologySpreadConstraints.length > 0)
})

test('the pods meet the restricted pod security standard, also where OpenShift chooses their ids', () => {
  assert.deepEqual(podSecurityProblems(pod.spec), [])
  const { runAsUser: _, runAsGroup: __, fsGroup: ___, ...rest } = pod.spec.securityContext
  assert.deepEqual(podSecurityProblems({ ...pod.spec, securityContext: rest }), [])
})

test('everything selects the pods by the labels that they have', () => {
  const { labels } = pod.metadata
  assert.deepEqual(deployment.spec.selector.matchLabels, labels)
  assert.deepEqual(read<{ spec: { selector: Labels } }>('service').spec.selector, labels)
  assert.deepEqual(read<Policy>('network-policy').spec.podSelector.matchLabels, labels)
  const budget = read<{ spec: { maxUnavailable: number; selector: { matchLabels: Labels } } }>('pod-disruption-budget')
  assert.deepEqual([budget.spec.maxUnavailable, budget.spec.selector.matchLabels], [1, labels])
})

test('two pods at least, by the autoscaler, whose metric the adapter makes of one that the service has', () => {
  const { spec } = read<{
    spec: {
      scaleTargetRef: { name: string }
      minReplicas: number
      metrics: readonly [{ pods: { metric: { name: string } } }]
    }
  }>('horizontal-pod-autoscaler')
  assert.equal(spec.scaleTargetRef.name, deployment.metadata.name)
  assert.ok(spec.minReplicas >= 2)
  // Set in both places, each apply would undo what the autoscaler did.
  assert.equal(deployment.spec.replicas, undefined)
  const { rules } = read<{ rules: readonly [{ seriesQuery: string; name: { as: string } }] }>('prometheus-adapter-rule')
  const metric = spec.metrics[0].pods.metric.name
  assert.equal(rules[0].name.as, metric)
  assert.ok(rules[0].seriesQuery.startsWith(`${metric}{`))
  assert.ok(readText('packages/service/src/observability/metrics.ts').includes(`'${metric}'`))
})

test('out of a pod lead DNS, PostgreSQL, and what the service itself calls public, at ports 80 and 443', () => {
  const { egress, policyTypes } = read<Policy>('network-policy').spec
  assert.deepEqual(policyTypes, ['Ingress', 'Egress'])
  const outside = egress.filter(({ to }) => to?.some(({ ipBlock }) => ipBlock))
  assert.deepEqual(
    outside.map(({ ports }) => ports.map(({ port }) => port)),
    [[80, 443]],
  )
  assert.deepEqual(
    [
      ...new Set(
        egress.filter((rule) => !outside.includes(rule)).flatMap(({ ports }) => ports.map(({ port }) => port)),
      ),
    ],
    [53, 5432],
  )
  const blocks = outside.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []))
  assert.deepEqual(
    blocks.map(({ cidr }) => cidr),
    ['0.0.0.0/0', '2000::/3'],
  )
  const denied = [...readText('packages/service/src/egress/vet-address.ts').matchAll(/\['([\da-f.:]+\/\d+)'/g)]
    .map(([, range]) => range)
    .filter((range) => range !== '2000::/3')
  assert.ok(denied.length > 20)
  assert.deepEqual(
    blocks.flatMap(({ except }) => except),
    denied,
  )
})

test('the images are pinned, and kustomize is told of every manifest but the examples', () => {
  const { resources, images } = read<{
    resources: readonly string[]
    images: readonly [{ name: string; newTag: string }]
  }>('kustomization')
  const others = ['kustomization.yaml', 'prometheus-adapter-rule.yaml', 'secret.example.yaml']
  assert.deepEqual(
    [...resources].sort(),
    listFiles(FOLDER).filter((name) => !others.includes(name)),
  )
  assert.deepEqual(unpinnedImages([container.image]), [])
  assert.equal(container.image, `${images[0].name}:${images[0].newTag}`)
})
