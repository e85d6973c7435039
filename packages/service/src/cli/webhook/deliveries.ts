import type { DeliveryRecord, DeliveryState } from '../../storage/store.ts'
import { describeDelivery } from '../../webhooks/describe-webhook.ts'
import type { Io } from '../io.ts'
import { printJson } from '../output/print-json.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { fromNow, localTime } from '../output/times.ts'
import { withWebhooks } from './with-webhooks.ts'

type ListOptions = {
  readonly state?: DeliveryState
  readonly limit: number
  readonly before?: string
  readonly json?: true
}

export const listDeliveries = (io: Io, id: string, { state, limit, before, json }: ListOptions): Promise<void> =>
  withWebhooks(io, async (webhooks) => {
    const found = await webhooks.deliveries(id, { limit: limit + 1, state, before })
    const shown = found.slice(0, limit)
    if (json) return printJson(io, shown.map(describeDelivery))
    if (shown.length === 0) return io.out('No deliveries found.\n')
    const last = found.length > limit ? shown.at(-1) : undefined
    const command = `npx --no-install central-api webhook deliveries ${id}${state ? ` --state ${state}` : ''} --limit ${limit}`
    io.out(`${view(shown, io)}${last ? `\nNext page: ${command} --before ${last.event.id}\n` : ''}`)
  })

export const testWebhook = (io: Io, id: string, { json }: { readonly json?: true }): Promise<void> =>
  withWebhooks(io, async (webhooks) => {
    const delivery = await webhooks.test(id)
    if (json) return printJson(io, describeDelivery(delivery))
    io.out(
      `Queued test event ${delivery.event.id}. The service sends it. To see the result, run: npx --no-install central-api webhook deliveries ${id}\n`,
    )
  })

export const resendDelivery = (
  io: Io,
  id: string,
  eventId: string,
  { json }: { readonly json?: true },
): Promise<void> =>
  withWebhooks(io, async (webhooks) => {
    const delivery = await webhooks.resend(id, eventId)
    if (json) printJson(io, describeDelivery(delivery))
    else io.out(`Queued ${eventId} again. The service sends it.\n`)
  })

const view = (deliveries: readonly DeliveryRecord[], io: Io): string => {
  const { dim } = styleFor(io)
  return table(
    [
      ['DELIVERY', 'EVENT', 'CREATED', 'STATE', 'ATTEMPTS', 'RESPONSE', 'NEXT'].map((text) => ({ text, paint: dim })),
      ...deliveries.map(({ event, state, attempts, status, error, nextAt, createdAt }) => [
        event.id,
        event.type,
        localTime(createdAt, io.timeZone),
        state,
        `${attempts}`,
        [status, error].filter((part) => part !== null).join(' ') || '–',
        nextAt === null ? '–' : fromNow(nextAt, io.now()),
      ]),
    ],
    { right: [4] },
  )
}
