// Two network namespaces with a virtual cable that can be disconnected at either end. Its addresses exist only inside, and
// everything is deleted on close. Requires root.

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './install-packages.ts'
import { startProgram } from './run-program.ts'

const GATE = fileURLToPath(new URL('./socket-gate.ts', import.meta.url))
const CABLE = 'cable'
const ADDRESSES = { service: '10.231.77.1', database: '10.231.77.2' } as const

type Side = keyof typeof ADDRESSES

export type CutNetwork = {
  /** The command prefix that runs a program on that side. */
  readonly within: Readonly<Record<Side, readonly string[]>>
  readonly databaseHost: string
  /** Disconnects the cable at that side. The side itself detects this; for the other one, packets are silently lost. */
  cut(side: Side): void
  mend(): void
  /** Opens connections to the service at that port of its side. */
  openGate(port: number): Promise<{ readonly agent: Agent; close(): Promise<void> }>
  close(): void
}

/** Why network namespaces are not available, or undefined. */
export const missingNamespaces = (): string | undefined => {
  if (process.platform !== 'linux') return 'Network namespaces are of Linux.'
  if (process.getuid?.() !== 0) return 'Network namespaces take root.'
  const missing = installPackages({ name: 'iproute2', packages: ['iproute2'], files: ['/usr/sbin/ip'] })
  if (missing !== undefined) return missing
  try {
    createCutNetwork().close()
    return undefined
  } catch (error) {
    return `Network namespaces cannot be made here: ${error instanceof Error ? error.message : error}`
  }
}

export const createCutNetwork = (): CutNetwork => {
  const name = `central-${randomBytes(4).toString('hex')}`
  const names = { service: `${name}-service`, database: `${name}-database` } as const
  const sides = ['service', 'database'] as const
  const close = () => {
    // This also deletes the cable.
    for (const side of sides) spawnSync('ip', ['netns', 'delete', names[side]])
  }
  const leave = () => close()
  process.once('exit', leave)
  try {
    for (const side of sides) ip('netns', 'add', names[side])
    const ends = ['name', CABLE, 'type', 'veth', 'peer', 'name', CABLE, 'netns', names.database]
    ip('-netns', names.service, 'link', 'add', ...ends)
    for (const side of sides) {
      ip('-netns', names[side], 'address', 'add', `${ADDRESSES[side]}/30`, 'dev', CABLE)
      for (const link of ['lo', CABLE]) ip('-netns', names[side], 'link', 'set', link, 'up')
    }
  } catch (error) {
    process.off('exit', leave)
    close()
    throw error
  }
  const withinOf = (side: Side) => ['ip', 'netns', 'exec', names[side]]
  return {
    within: { service: withinOf('service'), database: withinOf('database') },
    databaseHost: ADDRESSES.database,
    cut: (side) => ip('-netns', names[side], 'link', 'set', CABLE, 'down'),
    mend() {
      for (const side of sides) ip('-netns', names[side], 'link', 'set', CABLE, 'up')
    },
    async openGate(port) {
      const folder = await mkdtemp(join(tmpdir(), 'central-gate-'))
      const path = join(folder, 'gate')
      const [command, ...args] = [...withinOf('service'), process.execPath, GATE, path, `${port}`]
      const program = await startProgram(command ?? '', args, /The gate is open/)
      const agent = new GateAgent(path)
      return {
        agent,
        async close() {
          agent.destroy()
          await program.stop()
          await rm(folder, { recursive: true, force: true })
        },
      }
    },
    close() {
      process.off('exit', leave)
      close()
    },
  }
}

/** Connects to the gate for any address. */
class GateAgent extends Agent {
  readonly #path: string

  constructor(path: string) {
    super({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
    this.#path = path
  }

  override createConnection() {
    return connect(this.#path)
  }
}

const ip = (...args: readonly string[]): void => {
  const { status, stderr, error } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${error?.message ?? stderr.trim()}`)
}
