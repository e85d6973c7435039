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
  troubles: Type.Array(Trouble, { description: 'What needs you, what fails first; none where all is well' }),
  store: Type.Object({
    state: Type.Enum([...STORE_STATES], { description: 'As `/readyz` tells it' }),
    disk: Type.Union([Type.Object({ freeBytes: Type.Integer(), bytes: Type.Integer() }), Type.Null()], {
      description: 'Of a SQLite store; null with PostgreSQL, whose disk is its server’s',
    }),
    lastBackupAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When `central-api backup` last wrote one of a SQLite store; null where none is known of',
    }),
  }),
})
export type Health = Static<typeof Health>

export const showHealth = adminRoute({
  method: 'GET',
  path: '/health',
  role: 'read',
  summary: 'Show what needs you',
  description:
    'What fails or soon will: platforms, credentials, webhooks, the store, its disk and its backup; since when, and what to do. What platforms did is told as this process saw it. It is answered to `ADMIN_TOKEN` while the store is away, too.',
  data: Health,
  example: { path: '/health' },
  handle: (parts) => async () => {
    const { upstreams, registry, isQuiet, now } = parts
    const store = await lookAtStore(parts)
    const { readiness, disk, lastBackupAt } = store
    const troubles = findTroubles({
      store,
      platforms: registry.platforms.map(describeForOperator(parts)),
      hosts: upstreams.restingHosts(),
      webhooks: await lookAtWebhooks(parts.store),
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

/** None where the store does not answer, which is told of by itself. */
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
