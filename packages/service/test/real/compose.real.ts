// compose.yaml with Debian's docker-compose, the last version 1: it parses a file without a daemon, but does not know the
// project name in it.

import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse } from 'yaml'
import { readText } from '../deployed.ts'
import { installPackages } from './install-packages.ts'
import { runProgram } from './run-program.ts'

const COMPOSE = '/usr/bin/docker-compose'
const missing = installPackages({ name: 'docker-compose', packages: ['docker-compose'], files: [COMPOSE] })
const SECRET = '0123456789abcdef'.repeat(4)

type Service = {
  readonly environment: Readonly<Record<string, string>>
  readonly networks: Readonly<Record<string, unknown>>
  readonly read_only?: boolean
  readonly volumes: readonly string[]
}

describe('compose.yaml', { skip: missing ?? false }, () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'central-compose-'))
    await mkdir(join(folder, 'deploy'))
    await writeFile(join(folder, 'compose.yaml'), readText('compose.yaml').replace(/^name: .*\n/m, ''))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  /** Its parsed configuration, with the secrets of the example filled in by `fill`. */
  const config = async (fill: (name: string) => string) => {
    const example = readText('deploy/central.env.example')
    await writeFile(
      join(folder, 'deploy/central.env'),
      example.replace(/^(\w+)=$/gm, (_, name) => `${name}=${fill(name)}`),
    )
    const said = await runProgram(COMPOSE, ['--env-file', 'deploy/central.env', 'config'], { cwd: folder })
    return parse(said) as { readonly services: Readonly<Record<string, Service>> }
  }

  test('is valid, and passes the settings of the env file to every instance', async () => {
    const { services } = await config(() => SECRET)
    assert.deepEqual(Object.keys(services).sort(), ['central-a', 'central-b', 'postgres', 'proxy'])
    for (const name of ['central-a', 'central-b']) {
      const { environment, volumes, read_only: readOnly } = services[name] ?? assert.fail(name)
      assert.equal(environment.LICENSE_PEPPER, SECRET)
      assert.equal(environment.DATABASE_URL, `postgres://central:${SECRET}@postgres:5432/central`)
      assert.equal(environment.BASE_URL, 'https://api.example.com')
      assert.equal(readOnly, true)
      assert.deepEqual([environment.MEDIA, environment.MEDIA_BASE_URL], ['off', 'https://media.example.com'])
      // What MEDIA_DIR names can be written to.
      assert.ok(volumes.some((volume) => volume.startsWith('media:') && volume.includes(`:${environment.MEDIA_DIR}`)))
    }
    assert.deepEqual(Object.keys(services.postgres?.networks ?? {}), ['store'])
  })

  for (const secret of ['POSTGRES_PASSWORD', 'LICENSE_PEPPER']) {
    test(`is rejected without ${secret}, with a message that says where to set it`, async () => {
      await assert.rejects(
        config((name) => (name === secret ? '' : SECRET)),
        /is set in deploy\/central\.env/,
      )
    })
  }
})
