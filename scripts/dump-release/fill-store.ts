// Uses a new store like the service until every table has rows.

import { randomBytes } from 'node:crypto'
import { actsBy } from '../../packages/service/src/audit/act.ts'
import type { Parts } from '../../packages/service/src/http/parts.ts'
import type { Store } from '../../packages/service/src/storage/store.ts'
import { OPERATOR } from '../../packages/testing/src/licensing/fixture.ts'
import { startService } from '../../packages/testing/src/start-service.ts'

const HOUR_MS = 3_600_000

export type ReleaseSecrets = Awaited<ReturnType<typeof fillStore>>

/** States of credentials, budgets and profiles. */
const fillPlatforms = async (store: Store, now: number): Promise<void> => {
  const given = { id: '0a1b'.repeat(16), platform: 'sandbox', kind: 'app', owner: null, hint: 'wxyz', until: null }
  const failed = { failures: 1, error: 'credential_expired', errorAt: now }
  const token = { sealedToken: 'sealed', expiresAt: now + HOUR_MS, renewedAt: now }
  await store.credentials.put({ ...given, ...failed, ...token, state: 'working', since: now, version: 0 })
  await store.budgets.put([{ key: 'sandbox calls', left: 0.5, limit: 100, resetsAt: now + HOUR_MS, reportedAt: now }])
  await store.distinctUses.add({ owner: 'sandbox tags', value: 'bread', at: now }, 0, 1)
  await store.mediaMarks.adopt([{ subject: '00'.repeat(16), markedAt: now }])
  await store.connections.adoptRemoved(['cn_removed'])
  await store.goneProfiles.mark('sandbox gone', now)
}

/** A connected account, its consent and its application, and a consent under way. */
const fillConnections = async ({ store, connections }: Pick<Parts, 'store' | 'connections'>, licenseId: string) => {
  const app = { id: 'ca_garden', platform: 'mastodon', host: 'garden.example', licenseId: null, clientId: 'client' }
  await store.connectApps.put({ ...app, sealedSecret: 'sealed', label: null, state: 'live', createdAt: 1, version: 0 })
  const grant = { id: 'cg_garden', licenseId, platform: 'sandbox', appId: 'client', subjectHash: '0a1b' }
  await store.connectGrants.put({ ...grant, sealedToken: 'sealed', expiresAt: null, createdAt: 1, version: 0 })
  await connections.save(
    {
      ...{ licenseId, site: null, platform: 'sandbox', host: null, accountId: 'sandbox-1', handle: 'demo' },
      ...{ displayName: 'Gärtnerei ☘', url: null, avatarUrl: null, label: 'Main', appId: 'client', grantId: grant.id },
      ...{ scopes: ['read'], missingScopes: [], include: ['private'], expiresAt: null, refreshExpiresAt: null },
      ...{ subjectHash: '0a1b', connectedBySite: 'garden.example', secrets: { token: 'secret' } },
    },
    null,
  )
  const ticket = { id: 'ticket-of-garden', licenseId, state: 'new', sealed: 'sealed', result: null } as const
  await store.connectTickets.create({ ...ticket, createdAt: 1, version: 0 })
}

/** Webhooks, events and idempotent responses. */
const fillWebhooks = async ({ store, operators }: Pick<Parts, 'store' | 'operators'>, now: number): Promise<void> => {
  await operators.create('Gardener', 'support', OPERATOR, () => ({ key: 'asked-once', sealed: 'sealed', givenAt: now }))
  await store.webhooks.create(
    {
      ...{ id: 'whk_garden', url: 'https://garden.example/hooks', types: null, description: 'Garden & Co' },
      ...{ state: 'on', stateSince: now, sealedSecret: 'sealed', sealedOldSecret: null, oldSecretUntil: null },
      ...{ dropped: 0, createdAt: now },
    },
    1,
    actsBy(() => now, randomBytes)('webhook.create', OPERATOR),
  )
  const event = { id: 'evt_garden', type: 'platform.failing', licenseId: null, onceKey: 'garden', at: now, data: '{}' }
  await store.alarms.raise('sandbox', now - HOUR_MS, now, event)
}

/** Resolves to the data that a test needs to find everything again. */
export const fillStore = async (databaseUrl: string) => {
  const endings: (() => unknown)[] = []
  const context = { after: (end: () => unknown) => void endings.push(end) }
  const service = await startService(context as Parameters<typeof startService>[0], {
    environment: { DATABASE_URL: databaseUrl },
    // The settings of a start are recorded when it listens.
    listens: true,
  })
  try {
    const { licenses, store, signingKeys } = service.parts
    await service.setPlan({ name: 'garden', scans: 50, validations: 20, burst: 40, sites: 2, platforms: ['sandbox'] })
    const { license, key: oldKey } = await service.license({ plan: 'garden', name: 'Gärtnerei “Grün” ☘' })
    const key = await licenses.rotateKey(license.id, 48 * HOUR_MS, OPERATOR)
    const suspended = await service.license({ name: "O'Brien; drop table licenses" })
    await licenses.suspend(suspended.license.id, OPERATOR)
    await signingKeys.rotate(OPERATOR)

    const headers = await service.authorize(key, 'garden.example')
    const scan = (handle: string) => service.post('/scan-profile', { platform: 'sandbox', handle }, headers)
    await scan('empty')
    const first = await scan('demo')
    await store.pages.claim(Buffer.from('somebody'), { owner: 'died', now: 0, until: 1 })
    await fillPlatforms(store, service.clock.at)
    await fillConnections(service.parts, license.id)
    await fillWebhooks(service.parts, service.clock.at)
    await store.copies.setMark({ finishedAt: service.clock.at })
    return {
      licenseId: license.id,
      key,
      oldKey,
      suspendedKey: suspended.key,
      site: 'garden.example',
      authorization: headers.authorization,
      cursor: String(first.body.data?.nextCursor),
      used: Number(first.headers['x-quota-used']),
    }
  } finally {
    for (const end of endings) await end()
  }
}
