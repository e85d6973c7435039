// Values files that the chart must accept, and values files that it must reject. Each name describes its case.

type Values = Readonly<Record<string, unknown>>

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`

/** Each renders manifests that meet the restricted pod security standard. */
export const GOOD_VALUES: Readonly<Record<string, Values>> = {
  'the chart’s own': {},
  'an image by its digest alone, in the tag': { image: { tag: DIGEST } },
  'an image by its tag and its digest, as tools that update images write it': { image: { tag: `1.0.0@${DIGEST}` } },
  'an image by a digest beside its tag': { image: { tag: '1.0.0', digest: DIGEST } },
  'an image by its digest alone': { image: { digest: DIGEST } },
  'an image of a registry with a port, and a secret for it': {
    image: { repository: 'localhost:5000/team/central-api', tag: 'v2', pullPolicy: 'Always' },
    imagePullSecrets: [{ name: 'registry' }],
  },
  'an image of a registry at an address of IPv6': { image: { repository: '[fd00::5]:5000/central-api' } },
  'an image whose repository names the kind of the digest, and whose tag is the digest': {
    image: { repository: 'registry.example.com/central-api@sha256', tag: DIGEST.slice('sha256:'.length) },
  },
  'a scrape by ServiceMonitor: the annotation is taken back': {
    service: { annotations: { 'prometheus.io/scrape': 'false' } },
  },
  'annotations of everything, some of which are overridden': {
    commonAnnotations: { team: 'web', 'prometheus.io/scrape': 'false', stage: 'all' },
    deploymentAnnotations: { 'reloader.example/auto': 'true', stage: 'deployment' },
    podAnnotations: { 'sidecar.istio.io/inject': 'false', stage: 'pod' },
    podLabels: { tier: 'api' },
    ingress: { enabled: true, annotations: { stage: 'ingress' } },
  },
  'images on a host of their own, with copies in a bucket': {
    settings: { MEDIA: 'proxy', MEDIA_BASE_URL: 'https://media.example.com' },
    secret: { settings: ['DATABASE_URL', 'LICENSE_PEPPER', 'ADMIN_TOKEN', 'MEDIA_S3_URL'] },
    ingress: { enabled: true, mediaHost: 'media.example.com', tlsSecret: 'tls' },
    resources: { limits: { memory: '1200Mi' } },
  },
  OpenShift: { openshift: true },
  'OpenShift, with ids of its own left in the values': { openshift: true, podSecurityContext: { runAsUser: 1001 } },
  'ids that the cluster chooses': { podSecurityContext: { runAsUser: null, runAsGroup: null, fsGroup: null } },
  'another user': { podSecurityContext: { runAsUser: 1_000_630_000, runAsGroup: 0, fsGroup: 1_000_630_000 } },
  'a listener of IPv4 alone': { settings: { HOST: '0.0.0.0' } },
  'a Service of both families': { service: { ipFamilyPolicy: 'PreferDualStack', ipFamilies: ['IPv6', 'IPv4'] } },
  'a managed PostgreSQL on IPv6, whose certificate is mounted': {
    networkPolicy: { postgresql: { cidr: 'fd00::7/128', port: 6432 } },
    extraVolumes: [{ name: 'ca', secret: { secretName: 'db-ca', items: [{ key: 'ca.crt', path: 'ca.crt' }] } }],
    extraVolumeMounts: [{ name: 'ca', mountPath: '/etc/db-ca', readOnly: true }],
    settings: { NODE_EXTRA_CA_CERTS: '/etc/db-ca/ca.crt' },
  },
  'files of one’s own, such as a platform': {
    settings: { PLATFORMS: './files/my-platform.js' },
    extraFiles: { 'my-platform.js': 'export default {}\n', 'ca.crt': '-----BEGIN CERTIFICATE-----\nMIIB\n' },
  },
  'volumes of every kind that is permitted': {
    extraVolumes: [
      { name: 'config', configMap: { name: 'mine' } },
      { name: 'scratch', emptyDir: { medium: 'Memory', sizeLimit: '16Mi' } },
      { name: 'claim', persistentVolumeClaim: { claimName: 'claim', readOnly: true } },
      { name: 'secrets', csi: { driver: 'secrets-store.csi.k8s.io', readOnly: true } },
      { name: 'about', downwardAPI: { items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }] } },
      { name: 'both', projected: { sources: [{ secret: { name: 'one' } }, { configMap: { name: 'two' } }] } },
    ],
    extraVolumeMounts: [
      ...['config', 'scratch', 'claim', 'secrets', 'about', 'both'].map((name) => ({
        name,
        mountPath: `/srv/${name}`,
      })),
      { name: 'config', mountPath: '/srv/one-file', subPath: 'file' },
    ],
  },
  'variables from elsewhere': {
    extraEnv: [
      { name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
      { name: 'HTTPS_TIMEOUT', value: '5' },
    ],
    extraEnvFrom: [{ secretRef: { name: 'platforms' } }, { prefix: 'OTEL_', configMapRef: { name: 'otel' } }],
  },
  'variables whose names YAML reads as something else': {
    settings: { NO: 'on', Y: '1e3', NULL: 'null', TRUE: '0x1F', LOG_LEVEL: '~', WORKERS: '1_000' },
    secret: { name: '007', settings: ['DATABASE_URL', 'LICENSE_PEPPER', 'OFF', 'N'] },
  },
  'values with signs that YAML and helm mean something by': {
    settings: { CONTACT_URL: 'https://who.example/?a="b": {{ c }} # d', OTEL_SERVICE_NAME: "'x': - y\n  z" },
    commonAnnotations: { note: '{{ not a template }}: "#"' },
  },
  'rules of one’s own in the network policy': {
    networkPolicy: {
      fromNamespaces: ['007', 'on'],
      extraIngress: [{ from: [{ ipBlock: { cidr: '192.0.2.0/24' } }], ports: [{ protocol: 'TCP', port: 8080 }] }],
      extraEgress: [
        { to: [{ ipBlock: { cidr: '169.254.20.10/32' } }], ports: [{ protocol: 'UDP', port: 53 }] },
        { to: [{ namespaceSelector: {}, podSelector: { matchLabels: { app: 'otel' } } }], ports: [{ port: 4318 }] },
      ],
    },
  },
  'a network policy without a rule for PostgreSQL': { networkPolicy: { postgresql: null } },
  'everything that can be off is off': {
    autoscaling: { enabled: false },
    podDisruptionBudget: { enabled: false },
    networkPolicy: { enabled: false },
    replicas: 3,
  },
  'an Ingress with TLS, and a balancer of the cloud': {
    ingress: { enabled: true, tlsSecret: '1234', className: 'on', host: '*.example.com', paths: ['/', '/api/'] },
    service: { type: 'LoadBalancer', port: 8443 },
  },
  'nodes of one’s own': {
    nodeSelector: { 'kubernetes.io/arch': 'arm64', pool: '1' },
    tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'api', effect: 'NoSchedule', tolerationSeconds: 1 }],
    affinity: {
      nodeAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 1, preference: { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] } },
        ],
      },
    },
    priorityClassName: 'high',
    serviceAccountName: 'central',
  },
  'resources of one’s own': { resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { memory: '1Gi' } } },
}

const volume = (name: string, source: Values = { emptyDir: {} }) => ({ extraVolumes: [{ name, ...source }] })

/** Each is rejected before rendering, with a message that names the value. */
export const WRONG_VALUES: Readonly<Record<string, readonly [Values, says: RegExp]>> = {
  'a value that nobody knows': [{ setings: {} }, /setings/],
  'a tag that is none': [{ image: { tag: 'sha256:0123' } }, /\/image\/tag/],
  'a tag with its colon': [{ image: { tag: ':1.0.0' } }, /\/image\/tag/],
  'a digest that is none': [{ image: { digest: 'latest' } }, /\/image\/digest/],
  'a repository with a tag': [
    { image: { repository: 'registry.example.com/central-api:1.0.0' } },
    /\/image\/repository/,
  ],
  'a host for images that has everything else, too': [
    { ingress: { host: 'a.example.com', mediaHost: 'a.example.com' } },
    /mediaHost is the same as ingress\.host/,
  ],
  'a repository in capitals': [{ image: { repository: 'registry.example.com/Central-API' } }, /\/image\/repository/],
  'a repository with a scheme': [{ image: { repository: 'https://registry.example.com/a' } }, /\/image\/repository/],
  'the name of no Secret': [{ secret: { name: 'Central_API' } }, /\/secret\/name/],
  'an address where a block should be': [
    { networkPolicy: { postgresql: { cidr: '192.0.2.7' } } },
    /\/networkPolicy\/postgresql\/cidr/,
  ],
  'a block of more bits than an address has': [
    { networkPolicy: { postgresql: { cidr: '10.0.0.0/99' } } },
    /\/networkPolicy\/postgresql\/cidr/,
  ],
  'a block that is not an address': [
    { networkPolicy: { postgresql: { cidr: '999.1.1.1/8' } } },
    /\/networkPolicy\/postgresql\/cidr/,
  ],
  'two digests': [{ image: { tag: DIGEST, digest: DIGEST } }, /image\.tag contains a digest/],
  'a secret among the settings': [{ settings: { ADMIN_TOKEN: 'x' } }, /ADMIN_TOKEN/],
  'the port': [{ settings: { PORT: '9090' } }, /PORT/],
  'a number for a setting, which helm would write as 1e+06': [
    { settings: { PAGE_STORE_MB: 1_000_000 } },
    /PAGE_STORE_MB/,
  ],
  'a variable in two places': [
    { settings: { YOUTUBE_KEY: 'x' }, secret: { settings: ['DATABASE_URL', 'LICENSE_PEPPER', 'YOUTUBE_KEY'] } },
    /YOUTUBE_KEY is in secret\.settings and in settings/,
  ],
  'a variable twice': [{ extraEnv: [{ name: 'A' }, { name: 'A' }] }, /A is in extraEnv and in extraEnv/],
  'a variable that the secret has': [
    { extraEnv: [{ name: 'DATABASE_URL', value: 'x' }] },
    /DATABASE_URL is in extraEnv and in secret\.settings/,
  ],
  root: [{ podSecurityContext: { runAsUser: 0 } }, /\/podSecurityContext\/runAsUser/],
  'a pod that is not restricted': [{ podSecurityContext: { runAsNonRoot: false } }, /runAsNonRoot/],
  'a volume of the node': [volume('host', { hostPath: { path: '/' } }), /hostPath/],
  'a volume of two kinds': [volume('two', { emptyDir: {}, secret: {} }), /\/extraVolumes\/0/],
  'the name of a volume of the chart’s': [volume('data'), /extraVolumes has the name "data"/],
  'the name of a volume twice': [
    { extraVolumes: [...volume('a').extraVolumes, ...volume('a').extraVolumes] },
    /extraVolumes has the name "a"/,
  ],
  'a mount of no volume': [
    { extraVolumeMounts: [{ name: 'none', mountPath: '/srv' }] },
    /extraVolumeMounts names the volume "none"/,
  ],
  'a mount where another one is': [
    { ...volume('a'), extraVolumeMounts: [{ name: 'a', mountPath: '/data/' }] },
    /mounts something at \/data,/,
  ],
  'labels that pods are selected by': [
    { podLabels: { 'app.kubernetes.io/name': 'mine' } },
    /'app\.kubernetes\.io\/name'/,
  ],
  'an annotation that is no text': [{ podAnnotations: { scrape: true } }, /\/podAnnotations\/scrape/],
  'fewer pods at most than at least': [{ autoscaling: { minReplicas: 9 } }, /autoscaling\.minReplicas is greater/],
  'a PostgreSQL that is nowhere': [
    { networkPolicy: { postgresql: { podLabels: null } } },
    /networkPolicy\.postgresql has neither podLabels nor a cidr/,
  ],
  'a rule of one’s own that is none': [
    { networkPolicy: { extraEgress: [{ form: [] }] } },
    /\/networkPolicy\/extraEgress\/0/,
  ],
  'a family of addresses that is none': [{ service: { ipFamilies: ['IPv7'] } }, /\/service\/ipFamilies/],
}
