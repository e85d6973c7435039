import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestCliOnStore, NOW } from '@central-api/testing/cli/fixture.ts'
import { create } from '@central-api/testing/cli/license/fixture.ts'
import type { describeEntry } from '../audit/describe-entry.ts'

type Entry = ReturnType<typeof describeEntry>

/** Commands that change data, in an order in which each has an effect, and their audit entries. `$ID` is a license. */
const CHANGES: readonly (readonly [words: string, action: string, command: string])[] = [
  ['license change $ID --name B', 'license.change', 'license change'],
  ['license renew $ID --expires 2031-01-01', 'license.renew', 'license renew'],
  ['license suspend $ID', 'license.suspend', 'license suspend'],
  ['license resume $ID', 'license.resume', 'license resume'],
  ['license rotate $ID', 'license.rotate_key', 'license rotate'],
  ['license revoke $ID', 'license.revoke', 'license revoke'],
  ['plan set team --scans 1 --validations 2 --burst 3 --sites 4', 'plan.put', 'plan set'],
  ['keys rotate', 'signing_key.rotate', 'keys rotate'],
  ['operator create --name Anna --role support', 'operator.create', 'operator create'],
  ['operator revoke Anna', 'operator.revoke', 'operator revoke'],
]

test('each command that changes data adds one entry with the actor, the command and the change', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { id, key } = await create(cli)
  const secrets = [key]
  const all = () => cli.json<Entry[]>('audit')
  let known = new Set((await all()).map((entry) => entry.id))
  for (const [words, action, command] of CHANGES) {
    const result = await cli.json(...words.replace('$ID', id).split(' '))
    for (const secret of [result.key, result.token]) if (secret) secrets.push(String(secret))
    const entries = await all()
    const added = entries.filter((entry) => !known.has(entry.id))
    assert.deepEqual(
      added.map((entry) => [entry.action, entry.actor, entry.from, entry.requestId, entry.at]),
      [
        [
          action,
          { kind: 'command-line', name: 'gardener' },
          `central-api ${command}`,
          null,
          new Date(NOW).toISOString(),
        ],
      ],
      words,
    )
    assert.notDeepEqual(added[0]?.before, added[0]?.after)
    known = new Set(entries.map((entry) => entry.id))
  }
  const trail = JSON.stringify(await all())
  assert.equal(secrets.length, 3)
  for (const secret of secrets) assert.ok(!trail.includes(secret))

  // Commands that only read add no entries.
  for (const words of ['license list', `license show ${id}`, 'plan list', 'keys list', 'operator list', 'audit']) {
    await cli.json(...words.split(' '))
  }
  assert.equal((await all()).length, known.size)
})

test('entries are shown as a table and can be filtered', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { id } = await create(cli, '--name', 'Garden')
  cli.clock.at += 60_000
  await cli.run('license', 'suspend', id)
  const { out } = await cli.run('audit', '--subject', id, '--action', 'license.suspend')
  assert.deepEqual(
    out
      .replaceAll(id, 'ID')
      .split('\n')
      .map((line) => line.trimEnd()),
    [
      'TIME              ACTOR     FROM                         ACTION           SUBJECT                   CHANGE',
      '2030-01-15 12:01  gardener  central-api license suspend  license.suspend  ID  status: active → suspended',
      '',
      '1 entry.',
      '',
    ],
  )
  const count = async (...options: string[]) => (await cli.json<Entry[]>('audit', '--subject', id, ...options)).length
  assert.equal(await count(), 2)
  assert.equal(await count('--limit', '1'), 1)
  assert.equal(await count('--who', 'nobody'), 0)
  assert.equal(await count('--from', '2030-01-15T12:01:00Z'), 1)
  assert.equal(await count('--to', '2030-01-15T12:01:00Z'), 1)
  assert.equal((await cli.run('audit', '--who', 'nobody')).out, 'No entries found.\n')
})

test('an operator is created, listed and revoked, and its token is shown only once', async (context) => {
  const cli = await createTestCliOnStore(context)
  assert.equal((await cli.run('operator', 'list')).out, 'There are no operators. Only ADMIN_TOKEN gives access.\n')
  const { out } = await cli.run('operator', 'create', '--name', 'Front desk', '--role', 'read')
  assert.match(out, /^Created operator Front desk: read views everything and changes nothing\.\n/)
  assert.match(out, /\n {2}co_[0-9A-Za-z]{38}\n/)
  assert.match(
    (await cli.run('operator', 'list')).out,
    /^NAME .*\nFront desk {2}read {2}2030-01-15 12:00 {2}never +active *\n$/,
  )
  assert.match((await cli.run('operator', 'revoke', 'Front desk')).out, /^Operator Front desk is revoked/)
  assert.match((await cli.run('operator', 'list')).out, /revoked 2030-01-15 12:00/)
  const again = await cli.run('operator', 'create', '--name', 'Front desk', '--role', 'admin')
  assert.deepEqual(
    [again.status, again.err],
    [1, 'central-api: An operator "Front desk" exists or existed. Names are never reused. Choose another name\n'],
  )
  assert.equal((await cli.run('operator', 'revoke', 'Nobody')).err, 'central-api: There is no operator "Nobody"\n')
  assert.equal((await cli.run('operator', 'create', '--name', 'X', '--role', 'king')).status, 2)
})

test('a command logs its changes to standard error only if LOG_COMMANDS is set', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { id } = await create(cli)
  const quiet = await cli.run('license', 'suspend', id)
  assert.deepEqual([quiet.status, quiet.err], [0, ''])
  cli.environment.LOG_COMMANDS = 'stderr'
  const logging = await cli.run('license', 'resume', id)
  const { audit, time, ...line } = JSON.parse(logging.err) as Record<string, unknown>
  assert.match(String(audit), /^aud_/)
  assert.ok(Number.isFinite(Date.parse(String(time))))
  assert.deepEqual(line, {
    ...{ level: 'info', msg: 'Audit: a change', action: 'license.resume', subject: `license ${id}`, requestId: null },
    actor: { kind: 'command-line', name: 'gardener', from: 'central-api license resume' },
  })
  assert.doesNotMatch(logging.out, /Audit/)
})
