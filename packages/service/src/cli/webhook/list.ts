import type { WebhookRecord } from '../../storage/store.ts'
import { describeWebhook } from '../../webhooks/describe-webhook.ts'
import { switchingOn } from '../../webhooks/switching-on.ts'
import type { Io } from '../io.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { truncate } from '../output/text-width.ts'
import { formatCount, localTime } from '../output/times.ts'
import { withWebhooks } from './with-webhooks.ts'

const URL_COLUMNS = 50
const TYPES_COLUMNS = 40

export const listWebhooks = (io: Io, { json }: { readonly json?: true }): Promise<void> =>
  withWebhooks(io, async (webhooks) => {
    const found = await webhooks.list()
    if (json) {
      return printJson(
        io,
        found.map((webhook) => describeWebhook(webhook, io.now())),
      )
    }
    io.out(
      found.length === 0
        ? 'There are no webhooks. Create one: npx --no-install central-api webhook create URL\n'
        : `${view(found, io)}${found.map((webhook) => goneText(webhook, io)).join('')}`,
    )
  })

/** How to resume a webhook whose receiver returned 410 Gone. */
const goneText = ({ id, state, stateSince }: WebhookRecord, io: Io): string =>
  state === 'gone'
    ? `\n${id} has received no events since ${localTime(stateSince, io.timeZone)}: its receiver returned 410 Gone.\nTurn it on again: npx --no-install ${switchingOn(id)}\n`
    : ''

/** A table with a row for each webhook. */
export const view = (webhooks: readonly WebhookRecord[], io: Io): string => {
  const { dim } = styleFor(io)
  return table(
    [
      ['ID', 'STATE', 'DROPPED', 'URL', 'EVENTS', 'DESCRIPTION'].map((text) => ({ text, paint: dim })),
      ...webhooks.map(({ id, state, dropped, url, types, description }) => [
        id,
        state,
        formatCount(dropped),
        truncate(printable(url), URL_COLUMNS),
        truncate(types === null ? 'all' : types.join(', '), TYPES_COLUMNS),
        description === null ? '–' : printable(description),
      ]),
    ],
    { right: [2] },
  )
}
