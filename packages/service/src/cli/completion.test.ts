// The bash script is tested in a real bash; test/real tests the scripts of zsh and fish.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { createTestCli } from '@central-api/testing/cli/fixture.ts'
import { SOURCES } from '../importing/sources/all.ts'
import { ALL_PLATFORMS } from '../platforms/all.ts'

type Ended = { readonly stdout: string; readonly stderr: string; readonly status: number | null }

/** Completes a line, split into words as bash does, with the cursor at its end. */
const COMPLETE = `
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_central_api
((\${#COMPREPLY[@]})) && printf '%s\\n' "\${COMPREPLY[@]}"
exit 0
`

const bash = (args: readonly string[], cwd: string): Ended =>
  spawnSync('bash', ['--norc', '-c', COMPLETE, 'bash', ...args], { encoding: 'utf8', cwd })

const setUp = async (context: Parameters<typeof createTestCli>[0]) => {
  const cli = await createTestCli(context)
  const { status, out, err } = await cli.run('completion', 'bash')
  assert.deepEqual([status, err], [0, ''])
  const script = cli.file('script.bash')
  writeFileSync(script, out)
  return (...words: string[]): readonly string[] => {
    const { stdout, stderr, status } = bash([script, 'central-api', ...words], cli.folder)
    assert.deepEqual([status, stderr], [0, ''], words.join(' '))
    return stdout.split('\n').filter((line) => line !== '')
  }
}

test('bash completes commands, subcommands, options and choices', async (context) => {
  const complete = await setUp(context)
  const all = complete('')
  for (const name of ['serve', 'license', 'doctor', 'completion', 'help']) assert.ok(all.includes(name), name)
  assert.deepEqual(complete('pl'), ['plan', 'platforms'])
  assert.deepEqual(complete('license', 're'), ['resume', 'revoke', 'renew', 'release'])
  assert.deepEqual(complete('license', 'bulk', ''), ['suspend', 'resume', 'change-plan', 'help'])
  assert.deepEqual(complete('license', 'create', '--m'), ['--mode', '--metadata'])
  assert.deepEqual(complete('license', 'create', '--mode', ''), ['live', 'test'])
  assert.deepEqual(complete('license', 'create', '--mode', '=', 't'), ['test'])
  assert.deepEqual(complete('license', 'create', '--mode', '='), ['live', 'test'])
  assert.deepEqual(
    complete('import', '--from', ''),
    SOURCES.map(({ id }) => id),
  )
  assert.deepEqual(complete('help', 'exp'), ['export'])
  assert.deepEqual(complete('license', 'help', 'cr'), ['create'])
  assert.deepEqual(complete('completion', ''), ['bash', 'zsh', 'fish'])
  assert.deepEqual(complete('--ver'), ['--version'])
})

test('bash completes platforms, also in a list and after options', async (context) => {
  const complete = await setUp(context)
  const ids = ALL_PLATFORMS.map(({ id }) => id)
  assert.deepEqual(complete('scan', ''), ids)
  assert.deepEqual(complete('scan', '--json', 'mas'), ['mastodon'])
  assert.deepEqual(complete('scan', '--variant', 'posts', 'mas'), ['mastodon'])
  assert.deepEqual(complete('scan', '--cursor', '--json', 'mas'), ['mastodon'])
  assert.deepEqual(complete('plan', 'set', 'pro', '--platforms', 'rss,masto'), ['rss,mastodon'])
  assert.deepEqual(complete('platforms', 'blue'), ['bluesky'])
  assert.deepEqual(complete('requests', '--platform', 'mas'), ['mastodon'])
  assert.deepEqual(complete('scan', 'sandbox', 'demo', '--variant', 'vid'), ['videos'])
  assert.deepEqual(complete('requests', '--code', 'quota'), ['quota_exceeded'])
  assert.deepEqual(complete('webhook', 'create', '--types', 'license.cre'), ['license.created'])
})

test('bash completes nothing where a text follows, and files where a file follows', async (context) => {
  const complete = await setUp(context)
  assert.deepEqual(complete('scan', 'sandbox', ''), [])
  assert.deepEqual(complete('license', 'create', '--name', ''), [])
  assert.deepEqual(complete('license', 'suspend', 'lic'), [])
  assert.deepEqual(complete('restore', 'scr'), ['script.bash'])
  assert.deepEqual(complete('import', '--report', 'scr'), ['script.bash'])
  assert.deepEqual(complete('nonsense', 'scr'), [])
})

test('a word of the line is never run as code', async (context) => {
  const complete = await setUp(context)
  for (const word of ['$(touch run)', '`touch run`', "';touch run;'", '*', '--$(touch run)']) {
    assert.deepEqual(complete('scan', word), [])
    assert.deepEqual(complete(word, ''), complete(''))
  }
  assert.deepEqual(complete('restore', 'run'), [])
})

test('another shell is refused', async (context) => {
  const cli = await createTestCli(context)
  const { status, err } = await cli.run('completion', 'tcsh')
  assert.equal(status, 2)
  assert.match(err, /^central-api: Invalid value for <shell>: tcsh\. Choices: bash, zsh, fish\.\n/)
})
