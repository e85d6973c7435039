// What an operator does to webhooks: make, change, switch on and off, rotate the secret, test, remove one, and have a delivery
// sent again. A secret leaves here once, when it is made.

import { actsBy } from '../audit/act.ts'
import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { AllowList } from '../egress/allow-list.ts'
import { vetUrl } from '../egress/vet-url.ts'
import { isApiError } from '../errors.ts'
import { TOLD_TYPES } from '../events/event-types.ts'
import { makeEvent } from '../events/make-event.ts'
import { randomBase62 } from '../licensing/keys/base62.ts'
import type { Peppers } from '../licensing/keys/pepper.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import { isPlainText } from '../parsing/plain-text.ts'
import type {
  Act,
  Actor,
  Answering,
  DeliveryRecord,
  DeliveryState,
  Store,
  WebhookChange,
  WebhookRecord,
} from '../storage/store.ts'
import { makeSecret } from './secret.ts'
import { switchingOn } from './switching-on.ts'

export type NewWebhook = {
  readonly url: string
  /** null: all, also those to come. */
  readonly types?: readonly string[] | null
  readonly description?: string | null
}

/** What is left out stays as it is. */
export type WebhookEdit = Partial<NewWebhook> & { readonly state?: 'on' | 'off' }

export type MadeWebhook = { readonly webhook: WebhookRecord; readonly secret: string }

export type DeliveryPage = {
  readonly limit: number
  readonly before?: string | undefined
  readonly state?: DeliveryState | undefined
}

/** Each throws OperatorError: `not_found`, `invalid` with the field, or `conflict`. */
export type Webhooks = {
  list(): Promise<WebhookRecord[]>
  require(id: string): Promise<WebhookRecord>
  create(webhook: NewWebhook, actor: Actor, answering?: Answering<MadeWebhook>): Promise<MadeWebhook>
  change(id: string, edit: WebhookEdit, actor: Actor): Promise<WebhookRecord>
  /** A new secret; the one before signs beside it for `overlapMs` more. */
  rotateSecret(id: string, overlapMs: number, actor: Actor, answering?: Answering<MadeWebhook>): Promise<MadeWebhook>
  remove(id: string, actor: Actor): Promise<void>
  /** Queues a test event for this webhook alone. */
  test(id: string): Promise<DeliveryRecord>
  deliveries(id: string, page: DeliveryPage): Promise<DeliveryRecord[]>
  /** Has a delivery that is done or given up tried again from the start, under its old id. */
  resend(id: string, eventId: string): Promise<DeliveryRecord>
}

export type WebhooksOptions = {
  readonly store: Pick<Store, 'webhooks' | 'webhookEvents' | 'deliveries'>
  readonly peppers: Peppers
  /** Addresses that may be plain or private. */
  readonly allow: AllowList
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

/** Each is asked for its own sake, and by every process. */
export const MOST_WEBHOOKS = 25
/** How long the old secret signs beside the new one, if nothing else is said. */
export const DEFAULT_OVERLAP_MS = 24 * 3_600_000
const MOST_OVERLAP_MS = 30 * 24 * 3_600_000
const MOST_DESCRIPTION = 200
const ID_CHARACTERS = 20
const NOTHING_OLD = { sealedOldSecret: null, oldSecretUntil: null } as const

const invalid = (field: string, message: string): OperatorError => new OperatorError('invalid', message, field)

export const createWebhooks = ({ store, peppers, allow, now, randomBytes }: WebhooksOptions): Webhooks => {
  const act = actsBy(now, randomBytes)

  const requireUrl = (url: string): string => {
    try {
      const { isSecure, isException, url: vetted } = vetUrl(url, allow)
      if (isSecure || isException) return vetted.href
    } catch (error) {
      if (isApiError(error, 'link_blocked')) throw invalid('url', 'The address may not be fetched (EGRESS_ALLOW)')
      if (isApiError(error)) throw invalid('url', 'The address is not one such as https://shop.example/hooks')
      throw error
    }
    throw invalid('url', 'The address is not https, and EGRESS_ALLOW does not name it')
  }

  const requireTypes = (types: readonly string[] | null): readonly string[] | null => {
    if (types === null) return null
    if (types.length === 0) throw invalid('types', 'A webhook is told of something; null is everything')
    const known: readonly string[] = TOLD_TYPES
    const unknown = types.find((type) => !known.includes(type))
    if (unknown !== undefined) throw invalid('types', `There is no event ${JSON.stringify(unknown)}`)
    return known.filter((type) => types.includes(type))
  }

  const requireDescription = (text: string | null): string | null => {
    const trimmed = text?.trim() || null
    if (trimmed !== null && (trimmed.length > MOST_DESCRIPTION || !isPlainText(trimmed))) {
      const message = `The description is longer than ${MOST_DESCRIPTION} characters, or has a control character in it`
      throw invalid('description', message)
    }
    return trimmed
  }

  const find = async (id: string): Promise<WebhookRecord> => {
    const webhook = await store.webhooks.find(id)
    if (webhook === undefined) throw new OperatorError('not_found', `There is no webhook "${id}"`)
    return webhook
  }

  const findDelivery = async (id: string, eventId: string): Promise<DeliveryRecord> => {
    const delivery = await store.deliveries.find(id, eventId)
    if (delivery === undefined) throw new OperatorError('not_found', `Webhook ${id} has no delivery "${eventId}"`)
    return delivery
  }

  const requireOn = ({ id, state }: WebhookRecord): void => {
    if (state !== 'on')
      throw new OperatorError('conflict', `Webhook ${id} is ${state}; switch it on first (${switchingOn(id)})`)
  }

  const update = async (id: string, change: WebhookChange, by: Act): Promise<WebhookRecord> => {
    await store.webhooks.update(id, change, by, 'switched_off')
    return find(id)
  }

  return {
    list: () => store.webhooks.list(),
    require: find,
    create: async ({ url, types = null, description = null }, actor, answering) => {
      const id = `whk_${randomBase62(ID_CHARACTERS, randomBytes)}`
      const { secret, sealed } = makeSecret(id, peppers, randomBytes)
      const createdAt = now()
      const webhook: WebhookRecord = {
        id,
        url: requireUrl(url),
        types: requireTypes(types),
        description: requireDescription(description),
        ...{ state: 'on', stateSince: createdAt, sealedSecret: sealed, ...NOTHING_OLD, dropped: 0, createdAt },
      }
      const creation = { ...act('webhook.create', actor), response: answering?.({ webhook, secret }) }
      if (!(await store.webhooks.create(webhook, MOST_WEBHOOKS, creation)))
        throw new OperatorError('conflict', `There are ${MOST_WEBHOOKS} webhooks, which is as many as there may be`)
      return { webhook, secret }
    },
    change: async (id, { url, types, description, state }, actor) => {
      const { state: before } = await find(id)
      const change: WebhookChange = {
        ...(url !== undefined && { url: requireUrl(url) }),
        ...(types !== undefined && { types: requireTypes(types) }),
        ...(description !== undefined && { description: requireDescription(description) }),
        ...(state !== undefined && state !== before && { state, stateSince: now() }),
      }
      return Object.keys(change).length === 0 ? find(id) : update(id, change, act('webhook.change', actor))
    },
    rotateSecret: async (id, overlapMs, actor, answering) => {
      if (!Number.isInteger(overlapMs) || overlapMs < 0 || overlapMs > MOST_OVERLAP_MS)
        throw invalid('overlap', 'The overlap is between nothing and 30 days')
      const before = await find(id)
      const { secret, sealed } = makeSecret(id, peppers, randomBytes)
      const old =
        overlapMs === 0 ? NOTHING_OLD : { sealedOldSecret: before.sealedSecret, oldSecretUntil: now() + overlapMs }
      const change = { sealedSecret: sealed, ...old }
      const response = answering?.({ webhook: { ...before, ...change }, secret })
      return { webhook: await update(id, change, { ...act('webhook.rotate_secret', actor), response }), secret }
    },
    remove: async (id, actor) => {
      await find(id)
      await store.webhooks.remove(id, act('webhook.delete', actor))
    },
    test: async (id) => {
      requireOn(await find(id))
      const event = makeEvent('webhook.test', { webhook: id }, { at: now(), randomBytes })
      await store.webhookEvents.tellOne(event, id)
      return findDelivery(id, event.id)
    },
    deliveries: async (id, page) => {
      await find(id)
      if (page.before !== undefined && (await store.deliveries.find(id, page.before)) === undefined)
        throw invalid('cursor', 'is not one of this list')
      return store.deliveries.list(id, page)
    },
    resend: async (id, eventId) => {
      requireOn(await find(id))
      await findDelivery(id, eventId)
      if (!(await store.deliveries.resend(id, eventId, now())))
        throw new OperatorError('conflict', `Delivery ${eventId} is waiting to be tried already`)
      return findDelivery(id, eventId)
    },
  }
}
