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

test('liveness checks only the event loop; startup and readiness also check the store', () => {
  assert.equal(container.livenessProbe.httpGet.path, '/healthz')
  assert.equal(container.readinessProbe.httpGet.path, '/readyz')
  assert.equal(container.startupProbe.httpGet.path, '/readyz')
  for (const { timeoutSeconds } of [container.readinessProbe, container.startupProbe]) {
    assert.ok(timeoutSeconds > STORE_SECONDS)
  }
})

test('ports match: the setting, the container, the probes, the service, the scrape, the policy', () => {
  const [{ name, containerPort } = { name: '', containerPort: 0 }] = container.ports
  assert.equal(settingOf('PORT'), String(containerPort))
  // Includes IPv6-only clusters, where probes use the pod's own address.
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

test('every variable is a setting, and the example contains every secret', () => {
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

test('the termination grace period exceeds the stop time of the service, and draining fits into it', () => {
  assert.ok(pod.spec.terminationGracePeriodSeconds > STOP_SECONDS)
  assert.ok(Number(settingOf('DRAIN_SECONDS')) < STOP_SECONDS)
})

test('a pod has only the permissions that the service needs', () => {
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

test('the pods meet the restricted pod security standard, also if OpenShift assigns their ids', () => {
  assert.deepEqual(podSecurityProblems(pod.spec), [])
  const { runAsUser: _, runAsGroup: __, fsGroup: ___, ...rest } = pod.spec.securityContext
  assert.deepEqual(podSecurityProblems({ ...pod.spec, securityContext: rest }), [])
})

test('all selectors match the labels of the pods', () => {
  const { labels } = pod.metadata
  assert.deepEqual(deployment.spec.selector.matchLabels, labels)
  assert.deepEqual(read<{ spec: { selector: Labels } }>('service').spec.selector, labels)
  assert.deepEqual(read<Policy>('network-policy').spec.podSelector.matchLabels, labels)
  const budget = read<{ spec: { maxUnavailable: number; selector: { matchLabels: Labels } } }>('pod-disruption-budget')
  assert.deepEqual([budget.spec.maxUnavailable, budget.spec.selector.matchLabels], [1, labels])
})

test('the autoscaler keeps at least two pods and uses a metric that the adapter derives from one of the service', () => {
  const { spec } = read<{
    spec: {
      scaleTargetRef: { name: string }
      minReplicas: number
      metrics: readonly [{ pods: { metric: { name: string } } }]
    }
  }>('horizontal-pod-autoscaler')
  assert.equal(spec.scaleTargetRef.name, deployment.metadata.name)
  assert.ok(spec.minReplicas >= 2)
  // With replicas in the Deployment, each apply would undo the autoscaler.
  assert.equal(deployment.spec.replicas, undefined)
  const { rules } = read<{ rules: readonly [{ seriesQuery: string; name: { as: string } }] }>('prometheus-adapter-rule')
  const metric = spec.metrics[0].pods.metric.name
  assert.equal(rules[0].name.as, metric)
  assert.ok(rules[0].seriesQuery.startsWith(`${metric}{`))
  assert.ok(readText('packages/service/src/observability/metrics.ts').includes(`'${metric}'`))
})

test('pods can reach only DNS, PostgreSQL, and addresses that the egress guard considers public, at ports 80 and 443', () => {
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

test('the images are pinned, and the kustomization lists every manifest except the examples', () => {
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
