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
const nginx = readText('deploy/nginx.conf')

/** What follows an instruction of the Dockerfile, the last one of its kind. */
const instruction = (name: string): string =>
  [...dockerfile.replaceAll('\\\n', '').matchAll(new RegExp(`^ *${name} +(.*)$`, 'gm'))].at(-1)?.[1] ?? ''

test('the image runs the Node that the service is tested with', () => {
  const { devDependencies } = JSON.parse(readText('package.json')) as { devDependencies: Record<string, string> }
  const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  assert.deepEqual([...new Set(images)], [`node:${devDependencies.node}-trixie-slim`])
})

test('the image holds no development packages, runs no package’s script, and is not run by root', () => {
  assert.match(dockerfile, /^RUN npm ci --omit=dev --ignore-scripts$/m)
  assert.match(instruction('USER'), /^[1-9]\d*:[1-9]\d*$/)
})

test('the image starts the command, which becomes Node itself, so that signals reach the service', () => {
  const [, script = '', program] = /ln -s \/app\/(\S+) \/usr\/local\/bin\/(\S+)/.exec(dockerfile) ?? []
  assert.deepEqual(JSON.parse(instruction('ENTRYPOINT')), [program])
  accessSync(pathOf(script), constants.X_OK)
  assert.match(readText(script), /^#!\/usr\/bin\/env -S (?:[A-Z_]+=\d+ )*node /)
  assert.deepEqual(JSON.parse(instruction('CMD')), ['serve'])
  assert.equal(instruction('STOPSIGNAL'), 'SIGTERM')
})

const [, healthCheck = '[]'] = /CMD (\[.*\])$/.exec(instruction('HEALTHCHECK')) ?? []

/** Whether the image's health check finds a service that listens as it was told by these. */
const isHealthy = async (environment: Readonly<Record<string, string>>): Promise<boolean> => {
  const [program, ...args] = JSON.parse(healthCheck) as readonly string[]
  assert.equal(program, 'node')
  const child = spawn(process.execPath, args, { env: environment, stdio: 'inherit' })
  const [status] = await once(child, 'exit')
  return status === 0
}

test('the image asks /readyz for its health, at the address and the port where it listens', async (context) => {
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

test('the folder of the image’s store is for its own user, and for any user of the group 0, as OpenShift has it', () => {
  const [, owner, group, mode] = /install -d -o (\d+) -g (\d+) -m (\d+) \/data/.exec(dockerfile) ?? []
  assert.deepEqual([`${owner}`, group, mode], [instruction('USER').split(':')[0], '0', '770'])
})

test('what the image sets are settings, and its port is the one it exposes', () => {
  const set = new Map([...instruction('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value]) => [name, value]))
  assert.deepEqual(unknownSettings(set.keys()), ['NODE_ENV'])
  assert.equal(set.get('PORT'), instruction('EXPOSE'))
  assert.equal(set.get('DATABASE_URL')?.startsWith(`sqlite:${instruction('VOLUME')}/`), true)
})

test('everything that the image copies is there, and what is not named never gets into it', () => {
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

test('the containers are pinned, watched, started again, and given time to stop', () => {
  const services = Object.values(compose.services)
  assert.deepEqual(unpinnedImages(services.flatMap(({ image }) => image ?? [])), [])
  assert.ok(instances.length >= 2)
  for (const [name, service] of Object.entries(compose.services)) {
    assert.equal(service.restart, 'unless-stopped', name)
    // The instances' own is in their image.
    assert.ok(service.healthcheck || name.startsWith('central-'), name)
    assert.ok(secondsOf(service.stop_grace_period) > STOP_SECONDS, name)
  }
  for (const [name, { read_only: readOnly, cap_drop: dropped }] of instances) {
    assert.deepEqual([readOnly, dropped], [true, ['ALL']], name)
  }
})

test('the containers’ settings are settings, and what compose asks for is in the example of the secrets', () => {
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

test('the proxy asks every instance there is, and is the one whose word on addresses is believed', () => {
  const addresses = instances.map(([, { networks }]) => `${networks.inside?.ipv4_address}:${instruction('EXPOSE')}`)
  const requested = [...nginx.matchAll(/^\s+server (\d\S+) /gm)].map(([, address]) => address)
  assert.deepEqual(requested, addresses)
  const trusted = instances.map(([, { environment }]) => environment?.TRUST_PROXY)
  const proxy = compose.services.proxy?.networks.inside?.ipv4_address
  assert.deepEqual([...new Set(trusted)], [proxy])
  assert.match(nginx, /proxy_set_header X-Forwarded-For \$remote_addr;/)
})

test('the proxy lets go of idle connections before the service does, and waits longer for an answer than it takes', () => {
  const value = (name: string, at = nginx) => new RegExp(`^\\s+${name} (\\S+);`, 'm').exec(at)?.[1]
  const upstream = nginx.slice(nginx.indexOf('upstream central'))
  assert.ok(secondsOf(value('keepalive_timeout', upstream)) * 1000 < SERVER_LIMITS.keepAliveTimeoutMs)
  assert.ok(secondsOf(value('proxy_read_timeout')) * 1000 > SERVER_LIMITS.handlerTimeoutMs)
  assert.ok(Number(value('client_max_body_size')?.replace('k', '')) * 1024 > SERVER_LIMITS.bodyBytes)
})

test('every file of the deployment is named in the page for operators', () => {
  const page = readText('docs/operations.md')
  const files = ['Dockerfile', 'compose.yaml', ...listFiles('deploy').map((name) => `deploy/${name}`)]
  assert.deepEqual(
    files.filter((file) => !page.includes(file)),
    [],
  )
})

test('every setting that the page for operators names is one', () => {
  const page = readText('docs/operations.md')
  const named = [...page.matchAll(/`([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)].map(([, name = '']) => name)
  assert.ok(named.length > 20)
  // Node has some of its own.
  const others = named.filter((name) => !name.startsWith('NODE_'))
  assert.deepEqual(unknownSettings(others), [])
})
