// The hosts of strangers as a process, and what their clients must know: where they are, and whom to trust.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSelfSigned } from '../packages/service/test/self-signed.ts'
import { startChild } from './child.ts'

const FILE = new URL('./servers/strangers.ts', import.meta.url).pathname

export type Strangers = {
  /** For the environment of who asks them. */
  readonly environment: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** They speak TLS as strangers do; `isPlain`: none, which leaves out what handshakes cost. */
export const startStrangers = async (isPlain = false): Promise<Strangers> => {
  if (isPlain) {
    const { origin, stop } = await startChild(FILE, [])
    return { environment: { UPSTREAM: origin }, stop }
  }
  const identity = createSelfSigned('*.example.com')
  const folder = await mkdtemp(join(tmpdir(), 'central-bench-'))
  const trusted = join(folder, 'strangers.pem')
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
