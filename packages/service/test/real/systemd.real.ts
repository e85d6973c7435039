// The unit file with Debian's systemd. Nothing is started, so systemd does not have to run.

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathOf, readText } from '../deployed.ts'
import { installPackages } from './install-packages.ts'
import { runProgram } from './run-program.ts'

const ANALYZE = '/usr/bin/systemd-analyze'
const missing = installPackages({ name: 'systemd', packages: ['systemd'], files: [ANALYZE] })

describe('the unit of systemd', { skip: missing ?? false }, () => {
  let folder: string
  let unit: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'central-systemd-'))
    unit = join(folder, 'central-api.service')
    // systemd checks that the program exists.
    await writeFile(
      unit,
      readText('deploy/systemd/central-api.service').replaceAll('/opt/central-api', pathOf('.').replace(/\/$/, '')),
    )
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('is valid for systemd without warnings', async () => {
    assert.equal(await runProgram(ANALYZE, ['verify', unit]), '')
  })

  test('has the exposure level of the guide to operations', async () => {
    const said = await runProgram(ANALYZE, ['security', '--offline=yes', '--no-pager', unit])
    const [, exposure] = /Overall exposure level for central-api\.service: ([\d.]+) OK/.exec(said) ?? []
    const [, reported] = /exposure level of \*\*([\d.]+)\*\*/.exec(readText('docs/operate/deploy.md')) ?? []
    assert.ok(exposure)
    assert.equal(exposure, reported)
  })
})
