// npm run simulate: starts the service with a temporary store and a simulator on loopback for each platform, so that you can try
// all platforms without credentials or a network. It connects to no other host.
// `npm run simulate -- scan instagram acme.bakery` runs a single command of central-api in the same environment instead.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVICE } from '../packages/service/src/audit/act.ts'
import { createProgram } from '../packages/service/src/cli/create-program.ts'
import { exitStatus, formatError } from '../packages/service/src/cli/format-error.ts'
import type { Io } from '../packages/service/src/cli/io.ts'
import { table } from '../packages/service/src/cli/output/table.ts'
import { userName } from '../packages/service/src/cli/user-name.ts'
import { MEDIA_SETTINGS } from '../packages/service/src/config/media-settings.ts'
import { readConfig } from '../packages/service/src/config/read-config.ts'
import { openCore } from '../packages/service/src/core.ts'
import { createLog } from '../packages/service/src/observability/create-log.ts'
import { ALL_PLATFORMS } from '../packages/service/src/platforms/all.ts'
import { PROFILE_KINDS } from '../packages/service/src/post/post.ts'
import { createService } from '../packages/service/src/service.ts'
import { startConsents } from '../packages/testing/src/connect/consents/start-consents.ts'
import { withLocalMedia } from '../packages/testing/src/platforms/suite/local-media.ts'
import {
  SIMULATED_KINDS,
  type Simulation,
  startSimulation,
} from '../packages/testing/src/platforms/suite/simulated-platforms.ts'

/** The width of output that is not a terminal. */
const DEFAULT_COLUMNS = 100

const out = (text: string): void => void process.stdout.write(text)

/** Providers send browsers back to a URL with the port, so it must be known before. */
const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return String(port)
}

/** Those of the environment. */
const mediaSettings = (): Environment =>
  Object.fromEntries(
    Object.values(MEDIA_SETTINGS).flatMap(({ name }) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

const main = async (command: readonly string[]): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'central-simulation-'))
  const simulation = await startSimulation(startConsents)
  let ended = false
  const end = async (status: number) => {
    if (ended) return
    ended = true
    await simulation.close()
    rmSync(folder, { recursive: true, force: true })
    process.exit(status)
  }
  const environment = {
    HOST: '127.0.0.1',
    PORT: process.env.PORT === '0' ? await freePort() : (process.env.PORT ?? '8080'),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    DATABASE_URL: `sqlite:${join(folder, 'central.db')}`,
    ADMIN_TOKEN: randomBytes(24).toString('base64url'),
    ...mediaSettings(),
    ...simulation.environment,
  }
  // The reader closed the pipe, as in `… | head`.
  process.stdout.on('error', () => void end(1))
  try {
    if (command.length > 0) return await runCommand(command, environment, simulation, end)
    await serve(environment, simulation, end)
  } catch (error) {
    process.stderr.write(formatError(error))
    await end(exitStatus(error))
  }
}

type Environment = Readonly<Record<string, string>>
type End = (status: number) => Promise<void>

/** One command, as `npx --no-install central-api` runs it. */
const runCommand = async (
  command: readonly string[],
  environment: Environment,
  { network }: Simulation,
  end: End,
): Promise<void> => {
  const io: Io = {
    environment,
    network,
    out,
    log: out,
    written: async () => {},
    err: (text) => void process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true,
    isErrTerminal: process.stderr.isTTY === true,
    columns: process.stdout.columns || DEFAULT_COLUMNS,
    userName: userName(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    now: Date.now,
    onSignal(listener) {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, listener)
    },
    onHangup: (listener) => void process.on('SIGHUP', listener),
    exit: (status) => void end(status),
  }
  // Commands do not create a store, because the service does.
  const { store } = await openCore({ config: readConfig(environment), now: io.now })
  await store.close()
  const program = await createProgram(io, command)
  await program.parseAsync(command, { from: 'user' })
  await end(0)
}

const serve = async (environment: Environment, simulation: Simulation, end: End): Promise<void> => {
  const config = readConfig(environment)
  const log = createLog(config.logLevel, { write: out }, process.stdout.isTTY === true)
  const service = await createService({
    config,
    log,
    network: simulation.network,
    pageAt: simulation.pageAt,
    platforms: ALL_PLATFORMS.map((platform) =>
      withLocalMedia(platform, simulation.handles.get(platform.id), simulation.files),
    ),
  })
  // A terminal also signals npm, which forwards the signal, so this can run twice.
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await service.stop()
    await end(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  const origin = await service.start()
  const { key } = await service.parts.licenses.create({ plan: 'agency', name: 'Simulation' }, SERVICE)
  out(guideTo(origin, key, config.adminToken ?? '', simulation))
}

const guideTo = (origin: string, key: string, adminToken: string, { handles, connectable }: Simulation): string => {
  const json = `-H 'Content-Type: application/json'`
  const token = `TOKEN=$(curl -s ${origin}/api/v1/auth/token ${json} -d '{"licenseKey":"${key}"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`
  const scan = `curl -s ${origin}/api/v1/scan-profile ${json} -H "Authorization: Bearer $TOKEN" -d '{"platform":"instagram","handle":"${handles.get('instagram')}"}'`
  const connect = `curl -s ${origin}/api/v1/connect ${json} -H "Authorization: Bearer $TOKEN" -d '{"platform":"instagram"}'`
  const rows = ALL_PLATFORMS.flatMap(({ id, name, variants }) => {
    const handle = handles.get(id)
    return handle === undefined ? [] : [[id, handle, Object.keys(variants).join(', '), name]]
  })
  const kinds = PROFILE_KINDS.flatMap((kind) => {
    const [first, ...others] = ALL_PLATFORMS.flatMap(({ id }) => {
      const handle = SIMULATED_KINDS[id]?.[kind]
      return handle === undefined ? [] : [{ id, handle }]
    })
    return first === undefined ? [] : [[kind, first.id, first.handle, others.map(({ id }) => id).join(', ')]]
  })
  return `
Central API listens at ${origin}. Simulators on this machine replace all platforms.
It makes no outbound requests, shows only sample posts, and deletes its data when it stops (Ctrl-C).

The license key of this run:

  ${key}

Get a token and scan a profile:

  ${token}
  ${scan}

Connect an account as its owner, and open the \`url\` of the response in a browser. The pages of providers are simulated, too:

  ${connect}

This works for ${connectable.join(', ')}. Add to mastodon "host":"social.example", and to misskey "host":"notes.example". Each page lets you allow or deny, and links to one where you take the permission back.

The same on the command line:

  npm run simulate -- scan instagram ${handles.get('instagram')}
  npm run simulate -- validate https://social.example/@garden/100000000000000049

The console is at ${origin}/console/. Sign in with this token:

  ${adminToken}

Try:

${table([['platform', 'handle', 'variants', 'name'], ...rows], { indent: '  ' })}
Besides accounts, one of each kind:

${table([['kind', 'platform', 'handle', 'also on'], ...kinds], { indent: '  ' })}`
}

await main(process.argv.slice(2))
