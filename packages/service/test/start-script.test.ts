// `npm start` runs its script in a shell, to which npm passes signals: the service has to take the shell's place.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

test('npm start leaves no shell between npm and the service, so that SIGTERM stops the service', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'central-start-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'central-api'), '#!/bin/sh\necho $$\n', { mode: 0o755 })
  const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  const shell = spawn('/bin/sh', ['-c', scripts.start], { env: { PATH: `${folder}:${process.env.PATH}` } })
  const [output] = await Promise.all([text(shell.stdout), once(shell, 'close')])
  assert.equal(Number(output), shell.pid)
})
