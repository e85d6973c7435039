// For tests of the admin API: a service with a token, and short functions for requests.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Parts } from '@central-api/service/http/parts.ts'
import { assertError } from '../../assert-response.ts'
import { OPERATOR } from '../../licensing/fixture.ts'
import { type StartOptions, startService } from '../../start-service.ts'

export const ADMIN_TOKEN = 'operator-token-operator-token'
export const HOUR_MS = 3_600_000
export const SCAN = { platform: 'sandbox', handle: 'demo' } as const

export const startOperator = async (context: Pick<TestContext, 'after'>, options: StartOptions = {}) => {
  const service = await startService(context, { ...options, environment: { ...options.environment, ADMIN_TOKEN } })
  const request = (method: string, path: string, body?: unknown) =>
    service.send({ method, path: `/admin/v1${path}`, body, headers: { authorization: `Bearer ${ADMIN_TOKEN}` } })
  /** The data of a response that must be successful. */
  const get = async (method: string, path: string, body?: unknown) => {
    const response = await request(method, path, body)
    assert.equal(response.status, 200, response.text)
    return response.body.data ?? {}
  }
  const create = async (license: Readonly<Record<string, unknown>> = {}) => {
    const { id, key } = await get('POST', '/licenses', { plan: 'pro', ...license })
    return { id: String(id), key: String(key) }
  }
  const wrong = async (method: string, path: string, body: unknown, field: string, message: RegExp) => {
    const response = await request(method, path, body)
    const details = response.body.error?.details as { field: string; message: string }[] | undefined
    assertError(response, { code: 'invalid_request', ...(details && { details }) })
    assert.deepEqual(
      details?.map((problem) => problem.field),
      [field],
    )
    assert.match(details?.[0]?.message ?? '', message)
  }
  return { ...service, request, get, create, wrong }
}

/** The only webhook from now on, with a failed delivery. Needs `EGRESS_ALLOW=shop.example:443`. */
export const onlyWebhook = async ({ webhooks, store, now }: Pick<Parts, 'webhooks' | 'store' | 'now'>) => {
  for (const { id } of await webhooks.list()) await webhooks.remove(id, OPERATOR)
  const { webhook } = await webhooks.create({ url: 'https://shop.example/hooks' }, OPERATOR)
  const { event } = await webhooks.test(webhook.id)
  await store.deliveries.claim(webhook.id, { claim: 'c', now: now(), until: now() }, 1)
  const failed = { state: 'failed', nextAt: null, status: 500, error: 'status', at: now() } as const
  await store.deliveries.recordOutcome(webhook.id, event.id, 'c', failed)
  return { id: webhook.id, delivery: event.id }
}
