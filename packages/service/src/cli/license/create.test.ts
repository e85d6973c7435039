import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createStore, createTestCli, createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { type Created, create, ID, KEY, masked } from '@central-api/testing/cli/license/fixture.ts'
import { NO_DETAILS } from '../../licensing/licenses/license-details.ts'

describe('license create', () => {
  test('prints one JSON document with the key, and nothing else', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { status, out, err } = await cli.run('license', 'create', '--plan', 'pro', '--json')
    assert.deepEqual([status, err], [0, ''])
    const { id, key, ...rest } = JSON.parse(out)
    assert.match(id, /^lic_[0-9A-Za-z]{20}$/)
    assert.match(key, /^ck_live_[0-9A-Za-z]{38}$/)
    assert.deepEqual(rest, {
      plan: 'pro',
      mode: 'live',
      status: 'active',
      name: null,
      expiresAt: null,
      createdAt: '2030-01-15T12:00:00.000Z',
      ...NO_DETAILS,
    })
  })

  test('accepts a name, a mode and an expiry', async (context) => {
    const cli = await createTestCliOnStore(context)
    const created = await cli.json(
      'license',
      'create',
      '--plan',
      'starter',
      '--name',
      'Blog',
      '--mode',
      'test',
      '--expires',
      '2031-01-31',
    )
    assert.match(String(created.key), /^ck_test_/)
    assert.deepEqual(
      [created.plan, created.mode, created.name, created.expiresAt],
      ['starter', 'test', 'Blog', '2031-01-31T00:00:00.000Z'],
    )
    const precise = await create(cli, '--expires', '2031-01-31T18:00:00+02:00')
    assert.equal((await cli.json('license', 'show', precise.id)).expiresAt, '2031-01-31T16:00:00.000Z')
  })

  test('shows the key once, and says that it cannot be shown again', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { status, out, err } = await cli.run(
      'license',
      'create',
      '--plan',
      'pro',
      '--name',
      'A blog',
      '--expires',
      '2030-01-31',
    )
    assert.deepEqual([status, err], [0, ''])
    assert.equal(
      masked(out),
      `Created license ID.

  name     A blog
  plan     pro
  mode     live
  status   active
  expires  2030-01-31 00:00 (in 16 days)
  created  2030-01-15 12:00

Its key is shown only once (the service stores only its hash):

  KEY

Give it to the customer now. If it is lost, create a new one: npx --no-install central-api license rotate ID
`,
    )
    const [key = ''] = KEY.exec(out) ?? []
    for (const words of [['list'], ['show', ID.exec(out)?.[0] ?? '']]) {
      assert.equal((await cli.run('license', ...words)).out.includes(key), false)
    }
  })

  const wrong: readonly (readonly [string[], number, RegExp])[] = [
    [[], 2, /^central-api: Missing option --plan <name>\./],
    [['--plan', 'nope'], 1, /^central-api: There is no plan "nope"; there are: starter, pro, agency\n$/],
    [['--plan', 'pro', '--mode', 'fast'], 2, /Invalid value for --mode: fast\. Choices: live, test\.\n/],
    [['--plan', 'pro', '--expires', '31.1.2031'], 2, /It must be a day such as 2027-01-31, or a time/],
    [['--plan', 'pro', '--expires', '2031-02-30'], 2, /It must be a day/],
    [['--plan', 'pro', '--expires', '2031-01-31T18:00:00'], 2, /It must be a day/],
    [['--plan', 'pro', '--expires', '2029-12-31'], 1, /^central-api: The expiry is in the past\n$/],
    [['--plan', 'pro', '--name', 'x'.repeat(201)], 1, /^central-api: The name is longer than 200 characters, or /],
    [['--plan', 'pro', '--name', 'A\u0007B'], 1, /contains a control character\n$/],
    [['--plan', 'pro', '--colour', 'red'], 2, /Unknown option --colour\./],
  ]
  for (const [words, status, message] of wrong) {
    test(`rejects with a message: ${words.join(' ').slice(0, 60) || 'no option'}`, async (context) => {
      const cli = await createTestCliOnStore(context)
      const outcome = await cli.run('license', 'create', ...words, '--json')
      assert.deepEqual([outcome.status, outcome.out], [status, ''])
      assert.match(outcome.err, message)
    })
  }
})

test('a command with a different pepper than the service creates no key', async (context) => {
  const cli = await createTestCli(context)
  cli.environment.LICENSE_PEPPER = 'the-pepper-that-the-server-was-started-with'
  await createStore(cli)
  await create(cli)
  delete cli.environment.LICENSE_PEPPER
  assert.match(
    (await cli.run('license', 'create', '--plan', 'pro')).err,
    /LICENSE_PEPPER is not set and .*central\.pepper does not exist, but the store does/,
  )
  cli.environment.LICENSE_PEPPER = 'another-pepper-another-pepper-another'
  const { status, err } = await cli.run('license', 'create', '--plan', 'pro')
  assert.equal(status, 1)
  assert.match(err, /A command needs the same LICENSE_PEPPER as the service/)
  cli.environment.LICENSE_PEPPER = 'the-pepper-that-the-server-was-started-with'
  assert.equal((await cli.json<Created[]>('license', 'list')).length, 1)
})

test('an in-memory store is rejected', async (context) => {
  const cli = await createTestCliOnStore(context)
  cli.environment.DATABASE_URL = 'sqlite::memory:'
  const { status, err } = await cli.run('license', 'create', '--plan', 'pro')
  assert.deepEqual(
    [status, err],
    [1, 'central-api: DATABASE_URL is sqlite::memory:, which is lost when this command ends\n'],
  )
})
