import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { STARTING_PLANS } from '../licensing/licenses/plans.ts'

test('the default plans are listed as a table and as JSON', async (context) => {
  const cli = await createTestCliOnStore(context)
  assert.equal(
    (await cli.run('plan', 'list')).out,
    `NAME     SCANS/MONTH  VALIDATIONS/MONTH  BURST/MINUTE      SITES  CONNECTIONS  MEDIA  MEDIA MB/MONTH  PLATFORMS
starter        1,000              1,000            60          1            3  proxy       unlimited  all
pro           10,000             10,000           120          5           15  proxy       unlimited  all
agency       100,000            100,000           600  unlimited    unlimited  proxy       unlimited  all
`,
  )
  assert.deepEqual(await cli.json('plan', 'list'), STARTING_PLANS)
})

test('a plan is created, and a change keeps the limits that are not set', async (context) => {
  const cli = await createTestCliOnStore(context)
  const words = [
    '--scans',
    '500',
    '--validations',
    '0',
    '--burst',
    '30',
    '--sites',
    'unlimited',
    '--platforms',
    'sandbox, rss',
  ]
  assert.deepEqual(await cli.json('plan', 'set', 'feeds', ...words), {
    name: 'feeds',
    scans: 500,
    validations: 0,
    burst: 30,
    sites: null,
    connections: null,
    media: 'proxy',
    mediaMb: null,
    platforms: ['rss', 'sandbox'],
  })
  const images = ['--media', 'none', '--media-mb', '250']
  assert.deepEqual(await cli.json('plan', 'set', 'feeds', '--sites', '3', '--connections', '0', ...images), {
    name: 'feeds',
    scans: 500,
    validations: 0,
    burst: 30,
    sites: 3,
    connections: 0,
    media: 'none',
    mediaMb: 250,
    platforms: ['rss', 'sandbox'],
  })
  assert.equal(
    (
      await cli.run(
        ...['plan', 'set', 'feeds', '--scans', '1000000', '--connections', 'unlimited', '--platforms', 'all'],
        ...['--media', 'proxy', '--media-mb', 'unlimited'],
      )
    ).out,
    `Changed plan feeds:

NAME   SCANS/MONTH  VALIDATIONS/MONTH  BURST/MINUTE  SITES  CONNECTIONS  MEDIA  MEDIA MB/MONTH  PLATFORMS
feeds    1,000,000                  0            30      3    unlimited  proxy       unlimited  all
`,
  )
})

const WRONG: readonly (readonly [string[], number, RegExp])[] = [
  [
    ['feeds', '--scans', '5'],
    1,
    /^central-api: The plan "feeds" does not exist. To create it, set --scans, --validations, --burst, --sites\n$/,
  ],
  [
    ['pro'],
    2,
    /Nothing to set; use --scans, --validations, --burst, --sites, --connections, --media, --media-mb or --platforms/,
  ],
  [['pro', '--scans', 'many'], 2, /Invalid value for --scans: many\. It must be a whole number from 0 to 1000000000/],
  [['pro', '--scans', '-1'], 2, /Invalid value for --scans: -1\.|Missing value: --scans/],
  [['pro', '--burst', '0'], 2, /It must be a whole number from 1/],
  [['pro', '--sites', '0'], 2, /It must be a whole number from 1/],
  [['pro', '--connections', '-1'], 2, /Invalid value for --connections: -1\.|Missing value: --connections/],
  [['pro', '--connections', '1.5'], 2, /It must be unlimited, or a whole number from 0|whole number from 0/],
  [['pro', '--media', 'some'], 2, /none, proxy/],
  [['pro', '--media-mb', '0.5'], 2, /whole number from 0/],
  [['pro', '--platforms', 'myspace'], 1, /^central-api: platform_unknown: There is no platform “myspace”\.\n {2}Run /],
  [['pro', '--platforms', ','], 1, /^central-api: A plan needs at least one platform/],
  [
    ['Pro!', '--scans', '1', '--validations', '1', '--burst', '1', '--sites', '1'],
    1,
    /^central-api: A plan’s name must have/,
  ],
]

for (const [words, status, message] of WRONG) {
  test(`plan set ${words.join(' ')} fails with a message and changes nothing`, async (context) => {
    const cli = await createTestCliOnStore(context)
    const outcome = await cli.run('plan', 'set', ...words)
    assert.deepEqual([outcome.status, outcome.out], [status, ''])
    assert.match(outcome.err, message)
    assert.deepEqual(await cli.json('plan', 'list'), STARTING_PLANS)
  })
}
