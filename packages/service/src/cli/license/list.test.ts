import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { type Created, create, masked } from '@central-api/testing/cli/license/fixture.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import { NO_DETAILS } from '../../licensing/licenses/license-details.ts'
import { openStore } from '../../storage/open-store.ts'

describe('license list', () => {
  test('shows the newest licenses first, in aligned columns', async (context) => {
    const cli = await createTestCliOnStore(context)
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

2 licenses in total.
`,
    )
  })

  test('stops at the limit and shows the command for the next page', async (context) => {
    const cli = await createTestCliOnStore(context)
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) {
      cli.clock.at += 1000
      ids.unshift((await create(cli, '--name', name)).id)
    }
    const first = await cli.run('license', 'list', '--limit', '2')
    assert.match(
      first.out,
      new RegExp(
        `3 licenses in total. Next page: npx --no-install central-api license list --limit 2 --before ${ids[1]}\n$`,
      ),
    )
    const rest = await cli.json<Created[]>('license', 'list', '--limit', '2', '--before', ids[1] ?? '')
    assert.deepEqual(
      rest.map(({ id }) => id),
      [ids[2]],
    )
    assert.deepEqual(
      (await cli.json<Created[]>('license', 'list')).map(({ id }) => id),
      ids,
    )
  })

  test('counts the licenses that match the filters, those of other pages included', async (context) => {
    const cli = await createTestCliOnStore(context)
    for (const name of ['Blog one', 'Blog two', 'Shop']) {
      cli.clock.at += 1000
      await create(cli, '--name', name)
    }
    assert.match((await cli.run('license', 'list', '--search', 'shop')).out, /\n1 license matches the filters\.\n$/)
    const first = await cli.run('license', 'list', '--search', 'blog', '--limit', '1')
    assert.match(first.out, /\n2 licenses match the filters\. Next page: /)
    const next = first.out.trimEnd().split(' ').at(-1) ?? ''
    const second = await cli.run('license', 'list', '--search', 'blog', '--before', next)
    assert.match(second.out, /\n2 licenses match the filters\.\n$/)
  })

  test('prints all licenses as JSON, read in several batches', async (context) => {
    const cli = await createTestCliOnStore(context)
    await create(cli)
    const store = await openStore(cli.environment.DATABASE_URL ?? '')
    for (let count = 1; count <= 501; count += 1) {
      const license = {
        ...NO_DETAILS,
        id: `lic_${count}`,
        name: null,
        plan: 'pro',
        mode: 'live',
        status: 'active',
        expiresAt: null,
        createdAt: count,
      } as const
      await store.licenses.create(
        license,
        {
          hash: `${count}`,
          pepperVersion: 1,
          licenseId: license.id,
          hint: 'abcd',
          createdAt: count,
          expiresAt: null,
        },
        act(),
      )
    }
    await store.close()
    const all = await cli.json<Created[]>('license', 'list')
    assert.equal(new Set(all.map(({ id }) => id)).size, 502)
    assert.equal((await cli.json<Created[]>('license', 'list', '--limit', '501')).length, 501)
  })

  test('--search finds part of a name', async (context) => {
    const cli = await createTestCliOnStore(context)
    await create(cli, '--name', 'Garden blog')
    await create(cli, '--name', 'Shop')
    assert.deepEqual(
      (await cli.json<{ name: string }[]>('license', 'list', '--search', 'garden')).map(({ name }) => name),
      ['Garden blog'],
    )
    assert.match((await cli.run('license', 'list', '--search', 'castle')).out, /^No license matches the filters\.$/m)
  })

  test('shows how to create the first license, and rejects an unknown --before', async (context) => {
    const cli = await createTestCliOnStore(context)
    assert.equal(
      (await cli.run('license', 'list')).out,
      'There are no licenses yet. Create one: npx --no-install central-api license create --plan pro\n',
    )
    assert.deepEqual(await cli.json('license', 'list'), [])
    const { status, err } = await cli.run('license', 'list', '--before', 'lic_nope')
    assert.deepEqual(
      [status, err],
      [
        1,
        'central-api: There is no license "lic_nope"\n  Run npx --no-install central-api license list for the ids, or license list --search with a name, an email address or a site.\n',
      ],
    )
  })

  test('removes control characters from names', async (context) => {
    const cli = await createTestCliOnStore(context)
    // Earlier versions accepted such names.
    const { id } = await create(cli)
    const store = await openStore(cli.environment.DATABASE_URL ?? '')
    await store.licenses.update(id, { name: 'a\u001b[2Jb\u009b3m\u202ec' }, act())
    await store.close()
    const { out } = await cli.run('license', 'list')
    assert.match(out, /a\[2Jb3mc/)
    assert.doesNotMatch(out, /(?!\n)\p{Cc}|\p{Bidi_Control}/u)
    const json = await cli.run('license', 'list', '--json')
    assert.doesNotMatch(json.out, /(?!\n)\p{Cc}/u)
    assert.equal(JSON.parse(json.out)[0].name, 'a\u001b[2Jb\u009b3m\u202ec')
  })
})
