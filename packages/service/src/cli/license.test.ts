import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openStore } from '../storage/open-store.ts'
import { createTestCli, type TestCli } from './fixture.ts'

type Made = { readonly id: string; readonly key: string }

const create = (cli: TestCli, ...options: string[]): Promise<Made> =>
  cli.json<Made>('license', 'create', '--plan', 'pro', ...options)

const ID = /lic_[0-9A-Za-z]{20}/
const KEY = /ck_live_[0-9A-Za-z]{38}/

/** What differs from run to run, under names. */
const masked = (text: string): string =>
  text.replaceAll(new RegExp(ID, 'g'), 'ID').replaceAll(new RegExp(KEY, 'g'), 'KEY')

describe('license create', () => {
  test('prints one JSON document with the key, and nothing else', async (context) => {
    const cli = await createTestCli(context)
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
    })
  })

  test('takes a name, a mode and an end', async (context) => {
    const cli = await createTestCli(context)
    const made = await cli.json(
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
    assert.match(String(made.key), /^ck_test_/)
    assert.deepEqual(
      [made.plan, made.mode, made.name, made.expiresAt],
      ['starter', 'test', 'Blog', '2031-01-31T00:00:00.000Z'],
    )
    const precise = await create(cli, '--expires', '2031-01-31T18:00:00+02:00')
    assert.equal((await cli.json('license', 'show', precise.id)).expiresAt, '2031-01-31T16:00:00.000Z')
  })

  test('tells a person the key once, and that it is the only time', async (context) => {
    const cli = await createTestCli(context)
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
      `Made the license ID.

  name     A blog
  plan     pro
  mode     live
  status   active
  expires  2030-01-31 00:00 (in 16 days)
  created  2030-01-15 12:00

Its key, shown this once (only a hash of it is kept):

  KEY

Hand it to the client now. Should it get lost, make another: npx central-api license rotate ID
`,
    )
    const [key = ''] = KEY.exec(out) ?? []
    for (const words of [['list'], ['show', ID.exec(out)?.[0] ?? '']]) {
      assert.equal((await cli.run('license', ...words)).out.includes(key), false)
    }
  })

  const wrong: readonly (readonly [string[], number, RegExp])[] = [
    [[], 2, /required option '--plan <name>' not specified/],
    [['--plan', 'nope'], 1, /^central-api: There is no plan "nope"\n$/],
    [['--plan', 'pro', '--mode', 'fast'], 2, /Allowed choices are live, test/],
    [['--plan', 'pro', '--expires', '31.1.2031'], 2, /It must be a day such as 2027-01-31, or a time/],
    [['--plan', 'pro', '--expires', '2031-02-30'], 2, /It must be a day/],
    [['--plan', 'pro', '--expires', '2031-01-31T18:00:00'], 2, /It must be a day/],
    [['--plan', 'pro', '--expires', '2029-12-31'], 1, /^central-api: The expiry is in the past\n$/],
    [['--plan', 'pro', '--name', 'x'.repeat(201)], 1, /^central-api: The name is longer than 200 characters\n$/],
    [['--plan', 'pro', '--colour', 'red'], 2, /unknown option '--colour'/],
  ]
  for (const [words, status, message] of wrong) {
    test(`says what is wrong with: ${words.join(' ').slice(0, 60) || 'no option'}`, async (context) => {
      const cli = await createTestCli(context)
      const outcome = await cli.run('license', 'create', ...words, '--json')
      assert.deepEqual([outcome.status, outcome.out], [status, ''])
      assert.match(outcome.err, message)
    })
  }
})

describe('license list', () => {
  test('shows the newest first in aligned columns', async (context) => {
    const cli = await createTestCli(context)
    await create(cli, '--name', 'First')
    cli.clock.at += 86_400_000
    const { id } = await create(cli, '--name', '日本語のブログ', '--expires', '2030-06-01')
    await cli.run('license', 'suspend', id)
    const { out } = await cli.run('license', 'list')
    assert.equal(
      masked(out),
      `ID                        NAME            PLAN  MODE  STATUS     EXPIRES     CREATED
ID  日本語のブログ  pro   live  suspended  2030-06-01  2030-01-16
ID  First           pro   live  active     never       2030-01-15

2 licenses in all.
`,
    )
  })

  test('stops at the limit and says how to go on', async (context) => {
    const cli = await createTestCli(context)
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) {
      cli.clock.at += 1000
      ids.unshift((await create(cli, '--name', name)).id)
    }
    const first = await cli.run('license', 'list', '--limit', '2')
    assert.match(
      first.out,
      new RegExp(`3 licenses in all. Go on: npx central-api license list --limit 2 --before ${ids[1]}\n$`),
    )
    const rest = await cli.json<Made[]>('license', 'list', '--limit', '2', '--before', ids[1] ?? '')
    assert.deepEqual(
      rest.map(({ id }) => id),
      [ids[2]],
    )
    assert.deepEqual(
      (await cli.json<Made[]>('license', 'list')).map(({ id }) => id),
      ids,
    )
  })

  test('gives a program every license, over more than one read of the store', async (context) => {
    const cli = await createTestCli(context)
    await create(cli)
    const store = await openStore(cli.environment.DATABASE_URL ?? '')
    for (let count = 1; count <= 501; count += 1) {
      const license = {
        id: `lic_${count}`,
        name: null,
        plan: 'pro',
        mode: 'live',
        status: 'active',
        expiresAt: null,
        createdAt: count,
      } as const
      await store.licenses.create(license, {
        hash: `${count}`,
        pepperVersion: 1,
        licenseId: license.id,
        hint: 'abcd',
        createdAt: count,
        expiresAt: null,
      })
    }
    await store.close()
    const all = await cli.json<Made[]>('license', 'list')
    assert.equal(new Set(all.map(({ id }) => id)).size, 502)
    assert.equal((await cli.json<Made[]>('license', 'list', '--limit', '501')).length, 501)
  })

  test('finds by a part of the name', async (context) => {
    const cli = await createTestCli(context)
    await create(cli, '--name', 'Garden blog')
    await create(cli, '--name', 'Shop')
    assert.deepEqual(
      (await cli.json<{ name: string }[]>('license', 'list', '--search', 'garden')).map(({ name }) => name),
      ['Garden blog'],
    )
    assert.match((await cli.run('license', 'list', '--search', 'castle')).out, /^No license has this in its name/)
  })

  test('says what to do where there is none, and which license is not there', async (context) => {
    const cli = await createTestCli(context)
    assert.equal(
      (await cli.run('license', 'list')).out,
      'There is no license yet. Make one: npx central-api license create --plan pro\n',
    )
    assert.deepEqual(await cli.json('license', 'list'), [])
    const { status, err } = await cli.run('license', 'list', '--before', 'lic_nope')
    assert.deepEqual([status, err], [1, 'central-api: There is no license "lic_nope"\n'])
  })

  test('lets no control character of a name reach the terminal', async (context) => {
    const cli = await createTestCli(context)
    await create(cli, '--name', 'a\u001b[2Jb\u009b3m\u202ec')
    const { out } = await cli.run('license', 'list')
    assert.match(out, /a\[2Jb3mc/)
    assert.doesNotMatch(out, /(?!\n)\p{Cc}|\p{Bidi_Control}/u)
    const json = await cli.run('license', 'list', '--json')
    assert.doesNotMatch(json.out, /(?!\n)\p{Cc}/u)
    assert.equal(JSON.parse(json.out)[0].name, 'a\u001b[2Jb\u009b3m\u202ec')
  })
})

describe('license show', () => {
  test('tells everything of a license but its key', async (context) => {
    const cli = await createTestCli(context)
    const { id, key } = await create(cli, '--name', 'A blog')
    const store = await openStore(cli.environment.DATABASE_URL ?? '')
    await store.sites.activate({ licenseId: id, site: 'blog.example', firstSeenAt: cli.clock.at }, 5)
    const month = { meter: 'scans', startsAt: Date.UTC(2030, 0), limit: null }
    await store.usage.settle([{ licenseId: id, windows: [month], count: 1234 }], [])
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
  …${key.slice(-4)}  made 2030-01-15 12:00  works

Sites (1 of 5)
  blog.example  since 2030-01-15

Used in 2030-01 (UTC)
  scans        1,234  of  10,000
  validations      0  of  10,000
`,
    )
    assert.deepEqual(await cli.json('license', 'show', id), {
      id,
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
        burst: { limit: 120 },
      },
    })
  })

  test('says that a test license never runs out', async (context) => {
    const cli = await createTestCli(context)
    const { id } = await create(cli, '--mode', 'test')
    const { out } = await cli.run('license', 'show', id)
    assert.match(out, /mode {5}test \(sandbox only, never runs out\)/)
    assert.match(out, /Used in 2030-01 \(UTC, counted and never refused\)\n {2}scans {8}0\n/)
  })
})

describe('the states of a license', () => {
  test('suspend, resume and revoke lead from one to the next, and revoked is final', async (context) => {
    const cli = await createTestCli(context)
    const { id } = await create(cli)
    const status = async (action: string) => (await cli.json('license', action, id)).status
    assert.deepEqual(
      [await status('suspend'), await status('resume'), await status('revoke')],
      ['suspended', 'active', 'revoked'],
    )
    const { status: code, err } = await cli.run('license', 'resume', id)
    assert.deepEqual([code, err], [1, `central-api: Cannot resume license ${id}: it is revoked, and that is final\n`])
  })

  test('each says what it did', async (context) => {
    const cli = await createTestCli(context)
    const { id } = await create(cli)
    assert.equal(
      (await cli.run('license', 'suspend', id)).out,
      `License ${id} is suspended: its requests are refused from now on.\nUndo: npx central-api license resume ${id}\n`,
    )
    assert.equal((await cli.run('license', 'resume', id)).out, `License ${id} is active.\n`)
    assert.equal(
      (await cli.run('license', 'revoke', id)).out,
      `License ${id} is revoked. This is final: no command brings it back.\n`,
    )
  })

  test('renewing sets or lifts the end, and an expired license is active again', async (context) => {
    const cli = await createTestCli(context)
    const { id } = await create(cli, '--expires', '2030-01-16')
    cli.clock.at = Date.parse('2030-01-17T00:00:00Z')
    assert.equal((await cli.json('license', 'show', id)).status, 'expired')
    assert.equal(
      (await cli.run('license', 'renew', id, '--expires', '2030-03-01')).out,
      `License ${id} is active. It expires: 2030-03-01 00:00 (in 43 days).\n`,
    )
    assert.equal((await cli.json('license', 'renew', id, '--expires', 'never')).expiresAt, null)
    assert.equal((await cli.run('license', 'renew', id)).status, 2)
  })

  test('another plan or name is given by change', async (context) => {
    const cli = await createTestCli(context)
    const { id } = await create(cli, '--name', 'Small')
    const changed = await cli.json('license', 'change', id, '--plan', 'agency', '--name', 'Large')
    assert.deepEqual([changed.plan, changed.name, changed.status], ['agency', 'Large', 'active'])
    assert.deepEqual((await cli.run('license', 'change', id)).status, 2)
    assert.match(
      (await cli.run('license', 'change', id, '--plan', 'nope')).err,
      /^central-api: There is no plan "nope"\n$/,
    )
  })

  for (const action of ['show', 'suspend', 'resume', 'revoke', 'rotate', 'sites']) {
    test(`${action} says that a license is not there`, async (context) => {
      const cli = await createTestCli(context)
      assert.deepEqual(await cli.run('license', action, 'lic_nope', '--json'), {
        status: 1,
        out: '',
        err: 'central-api: There is no license "lic_nope"\n',
      })
    })
  }
})

describe('license rotate', () => {
  test('makes another key, and the old one works as long as was chosen', async (context) => {
    const cli = await createTestCli(context)
    const { id, key } = await create(cli)
    cli.clock.at += 1000
    const rotated = await cli.json<Made & { oldKeyExpiresAt: string }>('license', 'rotate', id, '--overlap', '2')
    assert.match(rotated.key, /^ck_live_[0-9A-Za-z]{38}$/)
    assert.notEqual(rotated.key, key)
    assert.equal(rotated.oldKeyExpiresAt, '2030-01-15T14:00:01.000Z')
    assert.deepEqual((await cli.json<{ keys: unknown[] }>('license', 'show', id)).keys, [
      { hint: rotated.key.slice(-4), createdAt: '2030-01-15T12:00:01.000Z', expiresAt: null },
      { hint: key.slice(-4), createdAt: '2030-01-15T12:00:00.000Z', expiresAt: '2030-01-15T14:00:01.000Z' },
    ])
  })

  test('ends the old key at once where no overlap is chosen, and says so', async (context) => {
    const cli = await createTestCli(context)
    const { id } = await create(cli)
    const { out } = await cli.run('license', 'rotate', id)
    assert.equal(
      masked(out),
      `Made a new key for license ID, shown this once (only a hash of it is kept):

  KEY

The old key does not work any more. Tokens that were made with it live for an hour at most.
`,
    )
    assert.equal((await cli.run('license', 'rotate', id, '--overlap', '1.5')).status, 2)
  })
})

describe('license sites and release', () => {
  test('list the sites that count, and make room', async (context) => {
    const cli = await createTestCli(context)
    const { id } = await create(cli)
    assert.equal((await cli.run('license', 'sites', id)).out, `License ${id} was not used by any site that counts.\n`)
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

test('a command whose pepper is not the server’s makes no key that the server could not read', async (context) => {
  const cli = await createTestCli(context)
  cli.environment.LICENSE_PEPPER = 'the-pepper-that-the-server-was-started-with'
  await create(cli)
  delete cli.environment.LICENSE_PEPPER
  assert.match(
    (await cli.run('license', 'create', '--plan', 'pro')).err,
    /LICENSE_PEPPER is not set, and .*central\.pepper is not there, but the store is/,
  )
  cli.environment.LICENSE_PEPPER = 'another-pepper-another-pepper-another'
  const { status, err } = await cli.run('license', 'create', '--plan', 'pro')
  assert.equal(status, 1)
  assert.match(err, /A command needs the same LICENSE_PEPPER as the server/)
  cli.environment.LICENSE_PEPPER = 'the-pepper-that-the-server-was-started-with'
  assert.equal((await cli.json<Made[]>('license', 'list')).length, 1)
})

test('a store that would be gone with the command is not worked on', async (context) => {
  const cli = await createTestCli(context)
  cli.environment.DATABASE_URL = 'sqlite::memory:'
  const { status, err } = await cli.run('license', 'create', '--plan', 'pro')
  assert.deepEqual(
    [status, err],
    [1, 'central-api: DATABASE_URL is sqlite::memory:: nothing would be left when this command ends\n'],
  )
})
