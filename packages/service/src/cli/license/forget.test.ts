import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { create } from '@central-api/testing/cli/license/fixture.ts'

type Receipt = Readonly<Record<string, unknown>> & { readonly id: string }

const EMAIL = 'quasimodo.zyx@example.com'
const PERSON = ['--name', 'Quasimodo Zyx', '--email', EMAIL]

test('the data of a person is deleted only with --yes, and the receipt contains no personal data', async (context) => {
  const cli = await createTestCliOnStore(context)
  const [first, second] = [await create(cli, ...PERSON), await create(cli, ...PERSON)]
  const other = await create(cli, '--name', 'Esmeralda', '--email', EMAIL)
  await cli.json('license', 'change', other.id, '--email', 'esmeralda@example.com')
  assert.equal((await cli.run('license', 'forget', EMAIL)).status, 2)
  assert.equal((await cli.run('license', 'forget', EMAIL, '--yes', '--dry-run')).status, 2)
  const dry = await cli.json<{ licenses: string[] }>('license', 'forget', EMAIL.toUpperCase(), '--dry-run')
  assert.deepEqual(dry, {
    ...{ dryRun: true, keys: 2, sites: 0, auditEntries: 4, events: 0, toldWebhooks: [], stillMentioned: [] },
    licenses: [first.id, second.id].toSorted(),
  })

  const receipt = await cli.json<Receipt>('license', 'forget', EMAIL.toUpperCase(), '--yes')
  assert.match(receipt.id, /^fgt_[0-9a-f]{18}$/)
  const { id, ...rest } = receipt
  assert.deepEqual(rest, {
    ...{ at: '2030-01-15T12:00:00.000Z', licenses: dry.licenses, keys: 2, sites: 0 },
    // Three creations, and one change, whose old value is the email address.
    auditEntries: 4,
    ...{ events: 0, toldWebhooks: [], stillMentioned: [], compacted: true, olderFiles: [] },
  })
  const licenses = await cli.json<{ id: string }[]>('license', 'list')
  assert.deepEqual(
    licenses.map((license) => license.id),
    [other.id],
  )
  const [entry] = await cli.json<{ after: object }[]>('audit', '--subject', id)
  assert.deepEqual(entry?.after, { licenses: dry.licenses, keys: 2, sites: 0, entries: 4, events: 0 })
  await cli.run('backup', cli.file('after.db'))
  await cli.run('export', '--what', 'all', '--format', 'jsonl', '--to', cli.file('after.jsonl'))
  for (const name of await readdir(cli.folder)) {
    assert.doesNotMatch((await readFile(cli.file(name))).toString('latin1'), /quasimodo/i, name)
  }
})

test('the receipt lists texts that contain the email address, and stores that a restore kept', async (context) => {
  const cli = await createTestCliOnStore(context)
  await create(cli, ...PERSON)
  await cli.json('backup', cli.file('before.db'))
  await cli.json('restore', cli.file('before.db'))
  const other = await create(cli, '--notes', `A friend of ${EMAIL}`)
  const dry = await cli.run('license', 'forget', EMAIL, '--dry-run')
  assert.match(dry.out, /^Nothing was changed\. .*\n\n {2}licenses deleted +1\n/)
  assert.ok(dry.out.includes(`appears in text that operators wrote\n  licenses ${other.id}, notes\n`))
  const { status, out } = await cli.run('license', 'forget', EMAIL, '--yes')
  assert.equal(status, 0)
  assert.match(out, /^Receipt fgt_\w+, 2030-01-15T12:00:00\.000Z\n\n {2}licenses deleted +1\n/)
  assert.ok(out.includes(`appears in text that operators wrote\n  licenses ${other.id}, notes\n`))
  assert.match(out, /Previous stores that a restore kept\n {2}.*central\.db\.before-restore-20300115T120000000Z\n/)
  assert.match(
    out,
    /The deleted data is no longer in any of the store’s files\.\nDelete the data outside the store yourself: earlier backups/,
  )
})

test('an email address is found in any spelling, and the receipt counts the deleted webhook events', async (context) => {
  const cli = await createTestCliOnStore(context)
  await cli.json('license', 'create', '--plan', 'pro')
  await cli.json('webhook', 'create', 'https://hooks.example.com/')
  for (const [stored, requested] of [
    ['İnci@example.com', 'İnci@example.com'],
    ['ΝΙΚΟΣ@example.gr', 'νικοσ@example.gr'],
    ['STRAẞE@example.de', 'straße@example.de'],
    ['jose\u0301@example.com', 'JOSÉ@example.com'],
  ] as const) {
    const { id } = await create(cli, '--email', stored)
    await cli.json('license', 'suspend', id)
    const dry = await cli.json<Receipt>('license', 'forget', requested, '--dry-run')
    const { licenses, events, auditEntries } = await cli.json<Receipt>('license', 'forget', requested, '--yes')
    assert.deepEqual([licenses, events, auditEntries], [[id], 2, 2], stored)
    assert.deepEqual([dry.licenses, dry.events, dry.auditEntries], [[id], 2, 2], stored)
  }
})

test('an unknown email address gets no receipt, and an invalid one is rejected', async (context) => {
  const cli = await createTestCliOnStore(context)
  for (const how of ['--yes', '--dry-run']) {
    assert.deepEqual(await cli.run('license', 'forget', EMAIL, how), {
      status: 1,
      out: '',
      err: 'central-api: No license, audit entry or event contains this email address. Nothing was changed. Check the spelling\n',
    })
  }
  assert.deepEqual(await cli.json('audit'), [])
  for (const name of ['Quasimodo', '@', 'a b@example.com']) {
    const { status, err } = await cli.run('license', 'forget', name, '--yes')
    assert.deepEqual(
      [status, err],
      [1, 'central-api: The email address is invalid. Use a whole address, such as anna@example.com\n'],
    )
  }
})
