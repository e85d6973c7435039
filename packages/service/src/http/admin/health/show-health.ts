import type { Static } from 'typebox'
import { diskOf, lastBackupOf } from '../../../observability/store-file.ts'
import { Type } from '../../../parsing/type.ts'
import { StoreError } from '../../../storage/store-error.ts'
import { STORE_STATES } from '../../health/readiness.ts'
import type { Parts } from '../../parts.ts'
import { adminRoute } from '../admin-route.ts'
import { describeForOperator } from '../platforms/operator-platform.ts'
import { findTroubles, type StoreKnown, Trouble, type WebhookKnown } from './troubles.ts'

export const Health = Type.Object({
  checkedAt: Type.String({ format: 'date-time' }),
  troubles: Type.Array(Trouble, { description: 'Issues that need attention, failures first; empty if there are none' }),
  store: Type.Object({
    state: Type.Enum([...STORE_STATES], { description: 'As in `/readyz`' }),
    disk: Type.Union([Type.Object({ freeBytes: Type.Integer(), bytes: Type.Integer() }), Type.Null()], {
      description: 'The disk of a SQLite store; null with PostgreSQL',
    }),
    lastBackupAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When `central-api backup` last backed up a SQLite store; null if no backup was found',
    }),
  }),
})
export type Health = Static<typeof Health>

export const showHealth = adminRoute({
  method: 'GET',
  path: '/health',
  role: 'read',
  operationId: 'showWhatNeedsYou',
  summary: 'List issues that need attention',
  description:
    'Returns what fails now or will fail soon: platforms, credentials, webhooks, misspelled settings, the store, its disk and its backup, with the time it started and what to do. The state of platforms is as this process saw it. With `ADMIN_TOKEN` it also responds while the store is unavailable.',
  data: Health,
  example: { path: '/health' },
  handle: (parts) => async () => {
    const { upstreams, registry, misspelled, isQuiet, now } = parts
    const store = await lookAtStore(parts)
    const { readiness, disk, lastBackupAt } = store
    const troubles = findTroubles({
      store,
      platforms: registry.platforms.map(describeForOperator(parts)),
      hosts: upstreams.restingHosts(),
      webhooks: await lookAtWebhooks(parts.store),
      misspelled,
      isQuiet,
      now: now(),
    })
    return {
      checkedAt: new Date(now()).toISOString(),
      troubles: [...troubles],
      store: {
        state: readiness.status,
        disk: disk ?? null,
        lastBackupAt: lastBackupAt ? new Date(lastBackupAt).toISOString() : null,
      },
    }
  },
})

/** Empty if the store does not respond, which is an issue of its own. */
const lookAtWebhooks = async ({ webhooks, deliveries }: Parts['store']): Promise<readonly WebhookKnown[]> => {
  try {
    const [all, backlogs] = [await webhooks.list(), await deliveries.backlogs()]
    return await Promise.all(
      all.map(async (webhook) => ({
        webhook,
        backlog: backlogs.find(({ webhookId }) => webhookId === webhook.id),
        newest: (await deliveries.list(webhook.id, { limit: 1 }))[0],
      })),
    )
  } catch (error) {
    if (error instanceof StoreError) return []
    throw error
  }
}

const lookAtStore = async ({ readiness, storeFile }: Pick<Parts, 'readiness' | 'storeFile'>): Promise<StoreKnown> => {
  const [ready, disk, lastBackupAt] = await Promise.all([
    readiness(),
    storeFile === undefined ? undefined : diskOf(storeFile).catch(() => undefined),
    storeFile === undefined ? undefined : lastBackupOf(storeFile).catch(() => null),
  ])
  return { readiness: ready, disk, lastBackupAt }
}
