// Checks the webhooks and their latest deliveries. It shows only the host of a URL, because the rest may be a secret.

import type { DeliveryRecord, Store, WebhookRecord } from '../../storage/store.ts'
import { switchingOn } from '../../webhooks/switching-on.ts'
import type { Io } from '../io.ts'
import { withCore } from '../open-parts.ts'
import { fromNow } from '../output/times.ts'
import { broken, type Finding, messageOf, note, ok } from './finding.ts'

export const checkWebhooks = async (io: Io): Promise<readonly Finding[]> => {
  try {
    return await withCore(io, async ({ store }) => {
      const webhooks = await store.webhooks.list()
      return Promise.all(webhooks.map(async (webhook) => describe(webhook, await newestOf(store, webhook), io.now())))
    })
  } catch (error) {
    return [broken('webhooks', messageOf(error))]
  }
}

const newestOf = async ({ deliveries }: Store, { id }: WebhookRecord): Promise<DeliveryRecord | undefined> =>
  (await deliveries.list(id, { limit: 1 }))[0]

const describe = (webhook: WebhookRecord, newest: DeliveryRecord | undefined, now: number): Finding => {
  const { id, url, state, stateSince } = webhook
  const about = `webhook ${id}`
  const name = new URL(url).host
  const switchOn = `Turn it on again: npx --no-install ${switchingOn(id)}`
  if (state === 'gone') {
    const message = `${name} returned 410 Gone ${fromNow(stateSince, now)} and receives no more events`
    return note(about, message, switchOn)
  }
  if (state === 'off') return note(about, `to ${name} was turned off ${fromNow(stateSince, now)}`, switchOn)
  if (newest === undefined || newest.error === null || newest.createdAt < stateSince)
    return ok(about, `to ${name} is on`)
  if (newest.error === 'redirect') {
    const next = 'Set the URL that it redirects to: npx --no-install central-api webhook change ID --url URL'
    return note(about, `${name} returned ${newest.status}, a redirect, which is not followed`, next.replace('ID', id))
  }
  const result = newest.status === null ? newest.error : `${newest.status}`
  const next = `See the responses: npx --no-install central-api webhook deliveries ${id}`
  return note(about, `${name} did not accept the last event (${result})`, next)
}
