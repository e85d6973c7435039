// Connections in a backup: their tokens open with the pepper of the backup, and with no other.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { PEPPER, startService } from '@central-api/testing/start-service.ts'
import type { Connection } from '../../src/connect/connection.ts'
import type { ConnectedAccount } from '../../src/connect/save-account.ts'

const accountOf = (licenseId: string): ConnectedAccount => ({
  ...{ licenseId, site: null, platform: 'sandbox', host: null, accountId: '1', handle: 'demo', displayName: null },
  ...{ url: null, avatarUrl: null, label: null, appId: 'client', grantId: null, scopes: [], missingScopes: [] },
  ...{ include: [], expiresAt: null, refreshExpiresAt: null, subjectHash: null, connectedBySite: null },
  secrets: { token: 'the-token', refreshToken: 'the-refresh-token' },
})

test('a restored connection works with the pepper of the backup, also after it was rotated', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const [file, backup] = [join(folder, 'central.db'), join(folder, 'backup.db')]
  const start = (path: string, pepper: string) =>
    startService(context, { environment: { DATABASE_URL: `sqlite:${path}`, LICENSE_PEPPER: pepper } })

  const before = await start(file, PEPPER)
  const { license } = await before.license()
  const saved = await before.parts.connections.save(accountOf(license.id), null)
  assert.ok(saved !== 'limit')
  assert.ok(!JSON.stringify(await before.parts.store.connections.list(license.id)).includes('the-token'))
  await before.parts.store.backup(backup)

  for (const [pepper, secrets] of [
    [PEPPER, accountOf('').secrets],
    [`2:another-pepper-another-pepper-another,1:${PEPPER}`, accountOf('').secrets],
  ] as const) {
    const { parts } = await start(backup, pepper)
    const found: Connection | undefined = await parts.connections.find(saved.id, license.id)
    assert.ok(found)
    assert.deepEqual(parts.connections.open(found), secrets)
  }
})
