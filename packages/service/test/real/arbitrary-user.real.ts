// Runs as an unknown user of group 0, like containers on OpenShift, with a store folder like that of the image.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readText } from '../deployed.ts'

const COMMAND = fileURLToPath(new URL('../../bin/central-api.js', import.meta.url))
/** An id of the range that OpenShift assigns to a namespace. */
const USER = 1_000_630_000
const GROUP = 0

/** Why the test cannot run here, or false. */
const missing = (): string | false => {
  if (process.getuid?.() !== 0) return 'Only root can start a program as another user.'
  const look = ['-e', 'require("node:fs").accessSync(process.argv[1])', COMMAND]
  const { status } = spawnSync(process.execPath, look, { uid: USER, gid: GROUP, cwd: '/', env: {} })
  return status === 0 ? false : 'The repository is in a folder that other users may not enter.'
}

test('an unknown user of group 0 can create a store in the image’s folder', {
  skip: missing(),
}, async (context) => {
  const [, owner, group, mode] = /install -d -o (\d+) -g (\d+) -m (\d+) \/data/.exec(readText('Dockerfile')) ?? []
  const above = await mkdtemp(join(tmpdir(), 'central-user-'))
  context.after(() => rm(above, { recursive: true, force: true }))
  await chmod(above, 0o755)
  const data = join(above, 'data')
  await mkdir(data)
  await chown(data, Number(owner), Number(group))
  await chmod(data, Number.parseInt(mode ?? '', 8))

  const run = async (...words: readonly string[]) => {
    // Without a home folder and a name.
    const env = { DATABASE_URL: `sqlite:${join(data, 'central.db')}` }
    const child = spawn(process.execPath, [COMMAND, ...words], { uid: USER, gid: GROUP, cwd: data, env })
    const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { out, err, status }
  }
  const made = await run('license', 'create', '--plan', 'pro', '--json')
  assert.equal(made.status, 0)
  assert.match(made.err, /^central-api: Created a new store, .*\n$/)
  const { id } = JSON.parse(made.out) as { readonly id: string }
  const backup = await run('backup', join(data, 'backup.db'))
  assert.deepEqual([backup.status, backup.err], [0, ''])
  const audit = await run('audit', '--json')
  assert.match(audit.out, new RegExp(`uid ${USER}[^]*${id}`))
})
