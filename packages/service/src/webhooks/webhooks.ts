// An operator's actions on webhooks: create, change, switch on and off, rotate the secret, test, remove, and resend a
// delivery. A secret is returned only once, when it is created.

import { actsBy } from '../audit/act.ts'
import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { AllowList } from '../egress/allow-list.ts'
import { vetUrl } from '../egress/vet-url.ts'
import { isApiError } from '../errors.ts'
import { SUBSCRIBABLE_TYPES } from '../events/event-types.ts'
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
  /** null: all types, including future ones. */
  readonly types?: readonly string[] | null
  readonly description?: string | null
}

/** Missing fields stay unchanged. */
export type WebhookEdit = Partial<NewWebhook> & { readonly state?: 'on' | 'off' }

export type MadeWebhook = { readonly webhook: WebhookRecord; readonly secret: string }

export type DeliveryPage = {
  readonly limit: number
  readonly before?: string | undefined
  readonly state?: DeliveryState | undefined
}

/** Each method throws OperatorError: `not_found`, `invalid` with the field, or `conflict`. */
export type Webhooks = {
  list(): Promise<WebhookRecord[]>
  require(id: string): Promise<WebhookRecord>
  create(webhook: NewWebhook, actor: Actor, toResponse?: Answering<MadeWebhook>): Promise<MadeWebhook>
  change(id: string, edit: WebhookEdit, actor: Actor): Promise<WebhookRecord>
  /** Creates a secret; the previous one also signs for `overlapMs`. */
  rotateSecret(id: string, overlapMs: number, actor: Actor, toResponse?: Answering<MadeWebhook>): Promise<MadeWebhook>
  remove(id: string, actor: Actor): Promise<void>
  /** Queues a test event for this webhook only. */
  test(id: string): Promise<DeliveryRecord>
  deliveries(id: string, page: DeliveryPage): Promise<DeliveryRecord[]>
  /** Restarts the attempts of a finished or failed delivery, with the same id. */
  resend(id: string, eventId: string): Promise<DeliveryRecord>
}

export type WebhooksOptions = {
  readonly store: Pick<Store, 'webhooks' | 'webhookEvents' | 'deliveries'>
  readonly peppers: Peppers
  /** Hosts that may use plain HTTP or private addresses. */
  readonly allow: AllowList
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

/** Every webhook adds work to every event and every process. */
export const MAX_WEBHOOKS = 25
/** The default time for which the previous secret also signs. */
export const DEFAULT_OVERLAP_MS = 24 * 3_600_000
const MAX_OVERLAP_MS = 30 * 24 * 3_600_000
const MAX_DESCRIPTION = 200
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
      if (isApiError(error, 'link_blocked'))
        throw invalid(
          'url',
          'The URL is not allowed. Use a public host and the default port, or list its host and port in EGRESS_ALLOW',
        )
      if (isApiError(error)) throw invalid('url', 'The URL is invalid. Use the form https://shop.example/hooks')
      throw error
    }
    throw invalid('url', 'The URL does not use https. Use https, or list its host and port in EGRESS_ALLOW')
  }

  const requireTypes = (types: readonly string[] | null): readonly string[] | null => {
    if (types === null) return null
    if (types.length === 0) throw invalid('types', 'A webhook needs at least one event type. Use null for all types')
    const known: readonly string[] = SUBSCRIBABLE_TYPES
    const unknown = types.find((type) => !known.includes(type))
    if (unknown !== undefined) throw invalid('types', `There is no event type ${JSON.stringify(unknown)}`)
    return known.filter((type) => types.includes(type))
  }

  const requireDescription = (text: string | null): string | null => {
    const trimmed = text?.trim() || null
    if (trimmed !== null && (trimmed.length > MAX_DESCRIPTION || !isPlainText(trimmed))) {
      const message = `The description is longer than ${MAX_DESCRIPTION} characters, or contains a control character`
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
    create: async ({ url, types = null, description = null }, actor, toResponse) => {
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
      const creation = { ...act('webhook.create', actor), response: toResponse?.({ webhook, secret }) }
      if (!(await store.webhooks.create(webhook, MAX_WEBHOOKS, creation)))
        throw new OperatorError(
          'conflict',
          `There are ${MAX_WEBHOOKS} webhooks, which is the maximum. Delete one first`,
        )
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
    rotateSecret: async (id, overlapMs, actor, toResponse) => {
      if (!Number.isInteger(overlapMs) || overlapMs < 0 || overlapMs > MAX_OVERLAP_MS)
        throw invalid('overlap', 'The overlap must be between 0 and 30 days')
      const before = await find(id)
      const { secret, sealed } = makeSecret(id, peppers, randomBytes)
      const old =
        overlapMs === 0 ? NOTHING_OLD : { sealedOldSecret: before.sealedSecret, oldSecretUntil: now() + overlapMs }
      const change = { sealedSecret: sealed, ...old }
      const response = toResponse?.({ webhook: { ...before, ...change }, secret })
      return { webhook: await update(id, change, { ...act('webhook.rotate_secret', actor), response }), secret }
    },
    remove: async (id, actor) => {
      await find(id)
      await store.webhooks.remove(id, act('webhook.delete', actor))
    },
    test: async (id) => {
      requireOn(await find(id))
      const event = makeEvent('webhook.test', { webhook: id }, { at: now(), randomBytes })
      await store.webhookEvents.publishTo(event, id)
      return findDelivery(id, event.id)
    },
    deliveries: async (id, page) => {
      await find(id)
      if (page.before !== undefined && (await store.deliveries.find(id, page.before)) === undefined)
        throw invalid('cursor', 'is not a cursor of this list')
      return store.deliveries.list(id, page)
    },
    resend: async (id, eventId) => {
      requireOn(await find(id))
      await findDelivery(id, eventId)
      if (!(await store.deliveries.resend(id, eventId, now())))
        throw new OperatorError('conflict', `Delivery ${eventId} is already waiting to be sent`)
      return findDelivery(id, eventId)
    },
  }
}
