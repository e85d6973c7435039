import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { create, masked } from '@central-api/testing/cli/license/fixture.ts'
import { NO_DETAILS } from '../../licensing/licenses/license-details.ts'
import { openStore } from '../../storage/open-store.ts'

describe('license show', () => {
  test('shows all data of a license except its key', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { id, key } = await create(cli, '--name', 'A blog')
    const store = await openStore(cli.environment.DATABASE_URL ?? '')
    await store.sites.activate({ licenseId: id, site: 'blog.example', firstSeenAt: cli.clock.at }, 5)
    const month = { meter: 'scans', startsAt: Date.UTC(2030, 0), limit: null }
    await store.usage.commit([{ licenseId: id, windows: [month], count: 1234 }], [])
    await store.close()

    assert.equal(
      masked((await cli.run('license', 'show', id)).out),
      `ID
  name     A blog
  plan     pro
  mode     live
  status   active
  expires  never
  created  2030-01-15 12:00

Keys
  …${key.slice(-4)}  created 2030-01-15 12:00  current

Sites (1 of 5)
  blog.example  since 2030-01-15

Usage in 2030-01 (UTC)
  scans         1,234  of  10,000
  validations       0  of  10,000
  MB of images      0
`,
    )
    assert.deepEqual(await cli.json('license', 'show', id), {
      id,
      ...NO_DETAILS,
      plan: 'pro',
      mode: 'live',
      status: 'active',
      name: 'A blog',
      expiresAt: null,
      createdAt: '2030-01-15T12:00:00.000Z',
      keys: [{ hint: key.slice(-4), createdAt: '2030-01-15T12:00:00.000Z', expiresAt: null }],
      siteLimit: 5,
      sites: [{ site: 'blog.example', firstSeenAt: '2030-01-15T12:00:00.000Z' }],
      usage: {
        from: '2030-01-01T00:00:00.000Z',
        until: '2030-02-01T00:00:00.000Z',
        scans: { used: 1234, limit: 10_000 },
        validations: { used: 0, limit: 10_000 },
        media: { used: 0, limit: null },
        burst: { limit: 120 },
      },
    })
  })

  test('shows that a test license has no quota', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { id } = await create(cli, '--mode', 'test')
    const { out } = await cli.run('license', 'show', id)
    assert.match(out, /mode {5}test \(sandbox only, no quota\)/)
    assert.match(out, /Usage in 2030-01 \(UTC, counted without a limit\)\n {2}scans {9}0\n/)
  })
})

describe('license sites and release', () => {
  test('list the sites that count toward the limit, and free a slot', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { id } = await create(cli)
    assert.equal((await cli.run('license', 'sites', id)).out, `License ${id} has no sites.\n`)
    const store = await openStore(cli.environment.DATABASE_URL ?? '')
    await store.sites.activate({ licenseId: id, site: 'blog.example', firstSeenAt: cli.clock.at }, 5)
    await store.close()
    assert.equal((await cli.run('license', 'sites', id)).out, 'blog.example  since 2030-01-15 12:00\n')
    assert.deepEqual(await cli.json('license', 'sites', id), [
      { site: 'blog.example', firstSeenAt: '2030-01-15T12:00:00.000Z' },
    ])

    assert.deepEqual(await cli.json('license', 'release', id, 'https://www.blog.example/'), {
      id,
      site: 'blog.example',
      released: true,
    })
    assert.deepEqual(await cli.run('license', 'release', id, 'blog.example'), {
      status: 1,
      out: '',
      err: `central-api: License ${id} has no site "blog.example"\n`,
    })
  })
})
