// Starts the upstream hosts in a process, and returns what their clients need: their URL and the certificate to trust.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSelfSigned } from '../packages/service/test/self-signed.ts'
import { startChild } from './child.ts'

const FILE = new URL('./servers/upstreams.ts', import.meta.url).pathname

export type UpstreamHosts = {
  /** Environment for clients of the hosts. */
  readonly environment: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** The hosts use TLS; `isPlain`: without it, which excludes the cost of handshakes. */
export const startUpstreams = async (isPlain = false): Promise<UpstreamHosts> => {
  if (isPlain) {
    const { origin, stop } = await startChild(FILE, [])
    return { environment: { UPSTREAM: origin }, stop }
  }
  const identity = createSelfSigned('*.example.com')
  const folder = await mkdtemp(join(tmpdir(), 'central-bench-'))
  const trusted = join(folder, 'upstreams.pem')
  await writeFile(trusted, identity.cert)
  const { origin, stop } = await startChild(FILE, [], { IDENTITY: JSON.stringify(identity) })
  return {
    environment: { UPSTREAM: origin, NODE_EXTRA_CA_CERTS: trusted },
    async stop() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}
