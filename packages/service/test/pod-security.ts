// The pod security standard "restricted", as a table: https://kubernetes.io/docs/concepts/security/pod-security-standards/
// A namespace that enforces it rejects every pod that has one of these problems.

type Values = Readonly<Record<string, unknown>>

export type PodSpec = {
  readonly containers: readonly object[]
  readonly initContainers?: readonly object[]
  readonly volumes?: readonly object[]
  readonly securityContext?: object
}

type Control = {
  readonly control: string
  /** The checked fields: the pod's, each container's, or each container's with the pod's as the default. */
  readonly of: 'pod' | 'container' | 'either'
  /** A path in the pod's or container's specification. */
  readonly field: string
  readonly permits: (value: unknown) => boolean
}

const isUnset = (value: unknown): boolean => value === undefined || value === null
const isOff = (value: unknown): boolean => isUnset(value) || value === false
const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value)
const unsetOr =
  (permits: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    isUnset(value) || permits(value)

const SECCOMP = oneOf('RuntimeDefault', 'Localhost')
const APP_ARMOR = unsetOr(oneOf('RuntimeDefault', 'Localhost'))
const SELINUX_TYPE = unsetOr(oneOf('', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t'))
const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle.postStart', 'lifecycle.preStop']

const VOLUME_TYPES: ReadonlySet<string> = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
])

const CONTROLS: readonly Control[] = [
  // Baseline
  ...['hostNetwork', 'hostPID', 'hostIPC'].map(
    (field): Control => ({ control: 'Host namespaces', of: 'pod', field, permits: isOff }),
  ),
  { control: 'HostProcess', of: 'either', field: 'securityContext.windowsOptions.hostProcess', permits: isOff },
  { control: 'Privileged containers', of: 'container', field: 'securityContext.privileged', permits: isOff },
  { control: 'AppArmor', of: 'either', field: 'securityContext.appArmorProfile.type', permits: APP_ARMOR },
  { control: 'SELinux', of: 'either', field: 'securityContext.seLinuxOptions.type', permits: SELINUX_TYPE },
  ...['user', 'role'].map(
    (name): Control => ({
      control: 'SELinux',
      of: 'either',
      field: `securityContext.seLinuxOptions.${name}`,
      permits: unsetOr(oneOf('')),
    }),
  ),
  {
    control: '/proc mount type',
    of: 'container',
    field: 'securityContext.procMount',
    permits: unsetOr(oneOf('Default')),
  },
  {
    control: 'Host ports',
    of: 'container',
    field: 'ports',
    permits: unsetOr((ports) =>
      (ports as readonly Values[]).every(({ hostPort }) => isUnset(hostPort) || hostPort === 0),
    ),
  },
  ...PROBES.flatMap((probe) =>
    ['httpGet', 'tcpSocket'].map(
      (action): Control => ({
        control: 'Host probes',
        of: 'container',
        field: `${probe}.${action}.host`,
        permits: unsetOr(oneOf('')),
      }),
    ),
  ),
  {
    control: 'Sysctls',
    of: 'pod',
    field: 'securityContext.sysctls',
    permits: unsetOr((sysctls) => (sysctls as readonly unknown[]).length === 0),
  },
  // Restricted
  {
    control: 'Volume types',
    of: 'pod',
    field: 'volumes',
    permits: unsetOr((volumes) =>
      (volumes as readonly Values[]).every((volume) =>
        Object.keys(volume).every((key) => key === 'name' || VOLUME_TYPES.has(key)),
      ),
    ),
  },
  {
    control: 'Privilege escalation',
    of: 'container',
    field: 'securityContext.allowPrivilegeEscalation',
    permits: oneOf(false),
  },
  { control: 'Running as non-root', of: 'either', field: 'securityContext.runAsNonRoot', permits: oneOf(true) },
  {
    control: 'Running as non-root user',
    of: 'either',
    field: 'securityContext.runAsUser',
    permits: (user) => user !== 0,
  },
  { control: 'Seccomp', of: 'either', field: 'securityContext.seccompProfile.type', permits: SECCOMP },
  {
    control: 'Capabilities',
    of: 'container',
    field: 'securityContext.capabilities.drop',
    permits: (drop) => Array.isArray(drop) && drop.includes('ALL'),
  },
  {
    control: 'Capabilities',
    of: 'container',
    field: 'securityContext.capabilities.add',
    permits: unsetOr((add) => (add as readonly unknown[]).every(oneOf('NET_BIND_SERVICE'))),
  },
]

const valueAt = (values: object, field: string): unknown => {
  let value: unknown = values
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Values)[name]
  }
  return value
}

/** The violations of a pod. Empty if a restricted namespace accepts it. */
export const podSecurityProblems = (pod: PodSpec): readonly string[] => {
  const containers = [...pod.containers, ...(pod.initContainers ?? [])]
  return CONTROLS.flatMap(({ control, of, field, permits }) => {
    const ofPod = valueAt(pod, field)
    const values = of === 'pod' ? [ofPod] : containers.map((container) => valueAt(container, field))
    const judged = of === 'either' ? values.map((value) => value ?? ofPod) : values
    return judged.every(permits) ? [] : [`${control}: ${field} is ${JSON.stringify(judged)}`]
  })
}
