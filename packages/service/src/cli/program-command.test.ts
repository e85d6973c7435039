import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestCli, createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'

/** The arguments, the message, and the command whose help is named. */
const MISTAKES: readonly (readonly [args: string, message: string, help: string])[] = [
  ['srve', 'Unknown command srve. Did you mean serve?', ''],
  ['bogus', 'Unknown command bogus.', ''],
  ['licence list', 'Unknown command licence. Did you mean license?', ''],
  ['license creat', 'Unknown command creat. Did you mean create?', 'license'],
  ['license bulk suspnd', 'Unknown command suspnd. Did you mean suspend?', 'license bulk'],
  ['help licens', 'Unknown command licens. Did you mean license?', ''],
  ['license help shwo', 'Unknown command shwo. Did you mean show?', 'license'],
  ['serve --qiet', 'Unknown option --qiet. Did you mean --quiet?', 'serve'],
  // A required option is missing only because it is misspelled.
  ['license create --pln pro', 'Unknown option --pln. Did you mean --plan?', 'license create'],
  ['license create --plna=pro', 'Unknown option --plna. Did you mean --plan?', 'license create'],
  ['keys rotate --lost', 'Unknown option --lost. Did you mean --lost-pepper?', 'keys rotate'],
  ['serve -q', 'Unknown option -q.', 'serve'],
  ['license create', 'Missing option --plan <name>.', 'license create'],
  ['license create --plan', 'Missing value: --plan <name>.', 'license create'],
  ['scan sandbox', 'Missing argument <handle>. A name alone does not say which platform it belongs to.', 'scan'],
  ['scan sandbox demo more', 'Too many arguments: sandbox, demo, more. Expected 2, got 3.', 'scan'],
  [
    'license list --status actve',
    'Invalid value for --status: actve. Choices: active, suspended, expired, revoked. Did you mean active?',
    'license list',
  ],
  [
    'plan set pro --scans ten',
    'Invalid value for --scans: ten. It must be a whole number from 0 to 1000000000.',
    'plan set',
  ],
  ['usage --csv --json', "Option '--csv' cannot be used with option '--json'.", 'usage'],
]

for (const [args, message, help] of MISTAKES) {
  test(`${args}: ${message}`, async (context) => {
    const cli = await createTestCli(context)
    const { status, out, err } = await cli.run(...args.split(' '))
    assert.deepEqual([status, out], [2, ''])
    const [first, second] = err.split('\n')
    assert.equal(first, `central-api: ${message}`)
    const command = `npx --no-install central-api${help === '' ? '' : ` ${help}`} --help`
    assert.match(second ?? '', new RegExp(`^ {2}Run ${command} for (?:its usage|a list of commands)\\.$`))
  })
}

test('help is shown although another option is unknown', async (context) => {
  const cli = await createTestCli(context)
  const { status, out } = await cli.run('license', 'create', '--pln', '--help')
  assert.equal(status, 0)
  assert.match(out, /^Usage: central-api license create \[options\]\n/)
})

test('unknown names in lists and filters are refused, and the known ones are named', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { err: types } = await cli.run('webhook', 'create', 'https://shop.example/', '--types', 'licence.created')
  assert.match(types, /^central-api: Invalid value for --types: licence\.created\. Choices: all, license\.created, /)
  assert.match(types, /Did you mean license\.created\?\n/)
  const { err: action } = await cli.run('audit', '--action', 'license.supend')
  assert.match(action, /Did you mean license\.suspend\?\n/)
  const { err: platform } = await cli.run('plan', 'set', 'pro', '--platforms', 'rss,mastdon')
  assert.match(platform, /^central-api: platform_unknown: There is no platform “mastdon”\. Did you mean “mastodon”\?\n/)
  const { err: scan } = await cli.run('scan', 'twitter', 'x')
  assert.match(
    scan,
    /There is no platform “twitter”\. Did you mean “x”\?\n {2}Run npx --no-install central-api platforms /,
  )
  assert.doesNotMatch(scan, /GET/)
})

test('a message about a field names its option', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { err } = await cli.run('usage', '--month', '2027-13')
  assert.equal(err, 'central-api: --month must be a month such as 2027-01\n')
})
