import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { SERVER_LIMITS } from '../src/http/limits.ts'
import {
  envNames,
  listFiles,
  pathOf,
  readText,
  readYaml,
  STOP_SECONDS,
  secondsOf,
  unknownSettings,
  unpinnedImages,
} from './deployed.ts'

type ComposeService = {
  readonly image?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: string
  readonly healthcheck?: object
  readonly restart?: string
  readonly stop_grace_period?: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly networks: Readonly<Record<string, { readonly ipv4_address?: string }>>
}
const compose = readYaml<{ readonly services: Readonly<Record<string, ComposeService>> }>('compose.yaml')
const instances = Object.entries(compose.services).filter(([name]) => name.startsWith('central-'))
const dockerfile = readText('Dockerfile')
const guides = listFiles('docs/operate')
  .map((name) => readText(`docs/operate/${name}`))
  .join('\n')
const nginx = readText('deploy/nginx.conf')

/** The arguments of the last instruction of this kind in the Dockerfile. */
const instruction = (name: string): string =>
  [...dockerfile.replaceAll('\\\n', '').matchAll(new RegExp(`^ *${name} +(.*)$`, 'gm'))].at(-1)?.[1] ?? ''

test('the image runs the tested Node version', () => {
  const { devDependencies } = JSON.parse(readText('package.json')) as { devDependencies: Record<string, string> }
  const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  assert.deepEqual([...new Set(images)], [`node:${devDependencies.node}-trixie-slim`])
})

test('the image has no development packages, runs no install scripts, and does not run as root', () => {
  assert.match(dockerfile, /^RUN npm ci --omit=dev --ignore-scripts$/m)
  assert.match(instruction('USER'), /^[1-9]\d*:[1-9]\d*$/)
})

test('the image starts the command, which execs Node, so that signals reach the service', () => {
  const [, script = '', program] = /ln -s \/app\/(\S+) \/usr\/local\/bin\/(\S+)/.exec(dockerfile) ?? []
  assert.deepEqual(JSON.parse(instruction('ENTRYPOINT')), [program])
  accessSync(pathOf(script), constants.X_OK)
  assert.match(readText(script), /^#!\/usr\/bin\/env -S (?:[A-Z_]+=\d+ )*node /)
  assert.deepEqual(JSON.parse(instruction('CMD')), ['serve'])
  assert.equal(instruction('STOPSIGNAL'), 'SIGTERM')
})

const [, healthCheck = '[]'] = /CMD (\[.*\])$/.exec(instruction('HEALTHCHECK')) ?? []

/** Whether the image's health check reaches a service with these settings. */
const isHealthy = async (environment: Readonly<Record<string, string>>): Promise<boolean> => {
  const [program, ...args] = JSON.parse(healthCheck) as readonly string[]
  assert.equal(program, 'node')
  const child = spawn(process.execPath, args, { env: environment, stdio: 'inherit' })
  const [status] = await once(child, 'exit')
  return status === 0
}

test('the image’s health check requests /readyz at the host and port of the service', async (context) => {
  for (const [listensAt, ...hosts] of [
    ['127.0.0.1', '127.0.0.1', '', ' ', '0.0.0.0'],
    ['127.0.0.2', '127.0.0.2'],
    ['0.0.0.0', '0.0.0.0', ' 0.0.0.0 '],
    ['::1', '::1', '[::1]'],
    ['::', '::', '[::]'],
    ['127.0.0.1', 'localhost'],
  ] as const) {
    const requested: (string | undefined)[] = []
    let status = 200
    const server = createServer((request, response) => {
      requested.push(request.url)
      response.writeHead(status).end()
    })
    context.after(() => server.close())
    server.listen(0, listensAt)
    await once(server, 'listening')
    const PORT = String((server.address() as AddressInfo).port)
    for (const HOST of hosts) assert.equal(await isHealthy({ HOST, PORT }), true, `HOST=${HOST}`)
    status = 503
    assert.equal(await isHealthy({ HOST: hosts[0], PORT }), false)
    assert.deepEqual(new Set(requested), new Set(['/readyz']))
    server.close()
    server.closeAllConnections()
    assert.equal(await isHealthy({ HOST: hosts[0], PORT }), false, 'nobody listens')
  }
})

test('the folder of the image’s store is writable for its user and for group 0, as OpenShift requires', () => {
  const [, owner, group, mode] = /install -d -o (\d+) -g (\d+) -m (\d+) \/data/.exec(dockerfile) ?? []
  assert.deepEqual([`${owner}`, group, mode], [instruction('USER').split(':')[0], '0', '770'])
})

test('the image sets only settings, and exposes its port', () => {
  const set = new Map([...instruction('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value]) => [name, value]))
  assert.deepEqual(unknownSettings(set.keys()), ['NODE_ENV'])
  assert.equal(set.get('PORT'), instruction('EXPOSE'))
  assert.equal(set.get('DATABASE_URL')?.startsWith(`sqlite:${instruction('VOLUME')}/`), true)
})

test('all files that the image copies exist, and no other file is part of it', () => {
  const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
  assert.deepEqual(
    sources.filter((path) => !existsSync(pathOf(path))),
    [],
  )
  const [everything, ...rules] = readText('.dockerignore').split('\n')
  assert.equal(everything, '*')
  const wanted = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1))
  assert.deepEqual(
    sources.filter((path) => !wanted.some((it) => path === it || path.startsWith(`${it}/`))),
    [],
  )
})

test('containers are pinned, have health checks, restart, and have time to stop', () => {
  const services = Object.values(compose.services)
  assert.deepEqual(unpinnedImages(services.flatMap(({ image }) => image ?? [])), [])
  assert.ok(instances.length >= 2)
  for (const [name, service] of Object.entries(compose.services)) {
    assert.equal(service.restart, 'unless-stopped', name)
    // The health check of the instances is in their image.
    assert.ok(service.healthcheck || name.startsWith('central-'), name)
    assert.ok(secondsOf(service.stop_grace_period) > STOP_SECONDS, name)
  }
  for (const [name, { read_only: readOnly, cap_drop: dropped }] of instances) {
    assert.deepEqual([readOnly, dropped], [true, ['ALL']], name)
  }
})

test('containers use only settings, and the example of the secrets contains all variables of Compose', () => {
  const example = readText('deploy/central.env.example')
  for (const [name, { environment = {}, env_file: file }] of instances) {
    assert.equal(`${file}.example`, 'deploy/central.env.example', name)
    assert.deepEqual(unknownSettings(Object.keys(environment)), [], name)
  }
  assert.deepEqual(unknownSettings(envNames(example)), ['POSTGRES_PASSWORD'])
  const requested = [...readText('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
  assert.deepEqual(
    requested.filter((name) => !envNames(example).includes(name)),
    [],
  )
  for (const secret of ['POSTGRES_PASSWORD', 'LICENSE_PEPPER', 'ADMIN_TOKEN']) {
    assert.match(example, new RegExp(`^${secret}=$`, 'm'), `${secret} has no value in an example`)
  }
})

test('the proxy forwards to every instance, and only its X-Forwarded-For is trusted', () => {
  const addresses = instances.map(([, { networks }]) => `${networks.inside?.ipv4_address}:${instruction('EXPOSE')}`)
  const requested = [...nginx.matchAll(/^\s+server (\d\S+) /gm)].map(([, address]) => address)
  assert.deepEqual(requested, addresses)
  const trusted = instances.map(([, { environment }]) => environment?.TRUST_PROXY)
  const proxy = compose.services.proxy?.networks.inside?.ipv4_address
  assert.deepEqual([...new Set(trusted)], [proxy])
  assert.match(nginx, /proxy_set_header X-Forwarded-For \$remote_addr;/)
})

test('the proxy closes idle connections before the service does, and its timeout exceeds that of the service', () => {
  const value = (name: string, at = nginx) => new RegExp(`^\\s+${name} (\\S+);`, 'm').exec(at)?.[1]
  const upstream = nginx.slice(nginx.indexOf('upstream central'))
  assert.ok(secondsOf(value('keepalive_timeout', upstream)) * 1000 < SERVER_LIMITS.keepAliveTimeoutMs)
  assert.ok(secondsOf(value('proxy_read_timeout')) * 1000 > SERVER_LIMITS.handlerTimeoutMs)
  assert.ok(Number(value('client_max_body_size')?.replace('k', '')) * 1024 > SERVER_LIMITS.bodyBytes)
})

test('the guides to operations name every deployment file', () => {
  const page = guides
  const files = ['Dockerfile', 'compose.yaml', ...listFiles('deploy').map((name) => `deploy/${name}`)]
  assert.deepEqual(
    files.filter((file) => !page.includes(file)),
    [],
  )
})

test('every setting in the guides to operations exists', () => {
  const page = guides
  const named = [...page.matchAll(/`([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)].map(([, name = '']) => name)
  assert.ok(named.length > 20)
  // Variables of Node.
  const others = named.filter((name) => !name.startsWith('NODE_'))
  assert.deepEqual(unknownSettings(others), [])
})
