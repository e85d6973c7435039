import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PodSpec, podSecurityProblems } from './pod-security.ts'

const CONTAINER = { securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } }
const CONTEXT = { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } }

const GOOD: PodSpec = {
  securityContext: CONTEXT,
  containers: [CONTAINER],
  volumes: [{ name: 'tmp', emptyDir: {} }],
}

test('the restricted pod security standard permits a pod without privileges', () => {
  assert.deepEqual(podSecurityProblems(GOOD), [])
  const { runAsUser: _, ...withoutUser } = CONTEXT
  assert.deepEqual(podSecurityProblems({ ...GOOD, securityContext: withoutUser }), [])
})

test('the restricted pod security standard rejects each violation', () => {
  const withContext = (context: object) => ({ ...GOOD, securityContext: { ...CONTEXT, ...context } })
  const withContainer = (container: object) => ({ ...GOOD, containers: [{ ...CONTAINER, ...container }] })
  const withOwn = (context: object) => withContainer({ securityContext: { ...CONTAINER.securityContext, ...context } })
  const cases: readonly (readonly [pod: PodSpec, control: string])[] = [
    [{ ...GOOD, ...{ hostNetwork: true } }, 'Host namespaces'],
    [{ ...GOOD, volumes: [{ name: 'host', hostPath: { path: '/' } }] }, 'Volume types'],
    [withContext({ runAsNonRoot: undefined }), 'Running as non-root'],
    [withContext({ runAsUser: 0 }), 'Running as non-root user'],
    [withContext({ seccompProfile: undefined }), 'Seccomp'],
    [withContext({ seccompProfile: { type: 'Unconfined' } }), 'Seccomp'],
    [withContext({ sysctls: [{ name: 'kernel.msgmax', value: '1' }] }), 'Sysctls'],
    [withOwn({ privileged: true }), 'Privileged containers'],
    [withOwn({ runAsUser: 0 }), 'Running as non-root user'],
    [withOwn({ runAsNonRoot: false }), 'Running as non-root'],
    [withOwn({ allowPrivilegeEscalation: undefined }), 'Privilege escalation'],
    [withOwn({ capabilities: { drop: ['NET_RAW'] } }), 'Capabilities'],
    [withOwn({ capabilities: { drop: ['ALL'], add: ['SYS_ADMIN'] } }), 'Capabilities'],
    [withOwn({ procMount: 'Unmasked' }), '/proc mount type'],
    [withOwn({ seLinuxOptions: { user: 'root' } }), 'SELinux'],
    [withOwn({ appArmorProfile: { type: 'Unconfined' } }), 'AppArmor'],
    [withOwn({ windowsOptions: { hostProcess: true } }), 'HostProcess'],
    [withContainer({ ports: [{ containerPort: 1, hostPort: 1 }] }), 'Host ports'],
    [withContainer({ livenessProbe: { httpGet: { host: '203.0.113.1' } } }), 'Host probes'],
    [{ ...GOOD, initContainers: [{}] }, 'Privilege escalation'],
  ]
  for (const [pod, control] of cases) {
    const [problem = 'none'] = podSecurityProblems(pod)
    assert.equal(problem.split(':')[0], control)
  }
})
