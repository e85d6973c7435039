import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'

type Key = {
  readonly kid: string
  readonly state: string
  readonly createdAt: string
  readonly retiredAt: string | null
}

test('after a rotation the new key signs, and the old one verifies until its last token expires', async (context) => {
  const cli = await createTestCliOnStore(context)
  assert.equal(
    (await cli.run('keys', 'list')).out,
    'There is no signing key yet. The first start of the service creates one.\n',
  )
  await cli.json('license', 'create', '--plan', 'pro')
  const [{ kid: first } = { kid: '' }] = await cli.json<Key[]>('keys', 'list')
  cli.clock.at += 1000
  const { kid: second, createdAt } = await cli.json<Key>('keys', 'rotate')
  assert.equal(createdAt, '2030-01-15T12:00:01.000Z')
  const listed = await cli.json<Key[]>('keys', 'list')
  assert.deepEqual(
    listed.map(({ kid, state, retiredAt }) => [kid, state, retiredAt]),
    [
      [second, 'signs', null],
      [first, 'verifies', '2030-01-15T12:00:01.000Z'],
    ],
  )
  assert.equal(
    (await cli.run('keys', 'list')).out.replace(first, 'FIRST-KEY-OF-ALL').replace(second, 'SECOND-KEY-OF-16'),
    `KEY               CREATED           STATE
SECOND-KEY-OF-16  2030-01-15 12:00  current
FIRST-KEY-OF-ALL  2030-01-15 12:00  verifies until 2030-01-15 13:01
`,
  )
  cli.clock.at += 2 * 3_600_000
  assert.deepEqual(
    (await cli.json<Key[]>('keys', 'list')).map(({ state }) => state),
    ['signs', 'over'],
  )
})

test('a new key is not encrypted with a different pepper unless --lost-pepper is set', async (context) => {
  const cli = await createTestCliOnStore(context)
  cli.environment.LICENSE_PEPPER = 'the-pepper-that-the-server-was-started-with'
  await cli.json('license', 'create', '--plan', 'pro')
  cli.environment.LICENSE_PEPPER = 'another-pepper-another-pepper-another'
  const { status, err } = await cli.run('keys', 'rotate')
  assert.equal(status, 1)
  assert.match(err, /If the pepper is permanently lost, run: npx --no-install central-api keys rotate --lost-pepper\n$/)
  assert.equal((await cli.json<Key[]>('keys', 'list')).length, 1)

  cli.clock.at += 1000
  assert.match(
    (await cli.run('keys', 'rotate', '--lost-pepper')).out,
    /^The key [0-9A-Za-z]{16} signs tokens from now on\.\n/,
  )
  await cli.json('keys', 'rotate')
})
