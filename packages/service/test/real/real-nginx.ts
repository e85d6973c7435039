// A real nginx with the deployed configuration. Only machine-specific values (addresses, ports, files) are replaced, and a
// missing expected line is a failure.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createSelfSigned } from '../self-signed.ts'
import { installPackages } from './install-packages.ts'
import { type RunningProgram, startProgram } from './run-program.ts'

const CONF = new URL('../../../../deploy/nginx.conf', import.meta.url)

/** Why nginx is not available, or undefined. */
export const missingNginx = (): string | undefined =>
  installPackages({ name: 'nginx', packages: ['nginx'], files: ['/usr/sbin/nginx'] })

export type RealNginx = RunningProgram & {
  /** The public origin. */
  readonly origin: string
  /** The origin for operators. */
  readonly operatorOrigin: string
  /** The certificate that clients must trust. */
  readonly certificate: string
}

/** Starts it in `folder`, in front of the services at these loopback ports. */
export const startNginx = async (folder: string, ports: readonly [number, number]): Promise<RealNginx> => {
  const [plain, tls, operator] = [await findPort(), await findPort(), await findPort()]
  const { cert: certificate, key } = createSelfSigned('localhost')
  await mkdir(join(folder, 'tls'), { recursive: true })
  await writeFile(join(folder, 'tls/fullchain.pem'), certificate)
  await writeFile(join(folder, 'tls/privkey.pem'), key)
  const replacements: readonly [string, string][] = [
    ['/run/nginx.pid', join(folder, 'nginx.pid')],
    ['/etc/nginx/tls', join(folder, 'tls')],
    ['access_log /dev/stdout', `access_log ${join(folder, 'access.log')}`],
    ['172.30.80.11:8080', `127.0.0.1:${ports[0]}`],
    ['172.30.80.12:8080', `127.0.0.1:${ports[1]}`],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${tls} ssl;`],
    ['listen 8081;', `listen 127.0.0.1:${operator};`],
    ['error_log /dev/stderr warn;', 'error_log stderr notice;\ndaemon off;'],
  ]
  let text = await readFile(CONF, 'utf8')
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf holds no "${from}"`)
    text = text.replaceAll(from, to)
  }
  const file = join(folder, 'nginx.conf')
  await writeFile(file, text)
  const program = await startProgram('nginx', ['-p', folder, '-c', file], /start worker process /)
  return {
    ...program,
    origin: `https://localhost:${tls}`,
    operatorOrigin: `http://127.0.0.1:${operator}`,
    certificate,
  }
}

/** A free port. */
export const findPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}
