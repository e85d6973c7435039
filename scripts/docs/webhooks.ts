// docs/reference/webhooks.md: the events of webhooks, from their table, and how to receive and verify them.

import type { TObject } from 'typebox'
import { EVENT_TYPES, type EventType } from '../../packages/service/src/events/event-types.ts'
import { MAX_WAITING } from '../../packages/service/src/storage/records/webhook-events.ts'
import { DELIVERY_KEPT_MS } from '../../packages/service/src/storage/sweep.ts'
import { MAX_REST_MS, MAX_RETRY_AFTER_MS, PAUSES_MS } from '../../packages/service/src/webhooks/retries.ts'
import { MAX_WEBHOOKS } from '../../packages/service/src/webhooks/webhooks.ts'
import { fieldRows } from './admin-api.ts'
import { type GeneratedDocument, generatedHead, table } from './document.ts'
import { sampleBlock } from './samples.ts'

const DAY_MS = 86_400_000

const inWords = (ms: number): string => {
  const [size, unit] = ms < 60_000 ? [1_000, 'second'] : ms < 3_600_000 ? [60_000, 'minute'] : [3_600_000, 'hour']
  const count = ms / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const INTRODUCTION = `${generatedHead('Webhooks')}Let your systems know about events: a shop when a license expires, a chat when a platform fails. The service sends each event to your URLs
as a small JSON document, signed according to [Standard Webhooks](https://www.standardwebhooks.com/).

\`\`\`sh
npx --no-install central-api webhook create https://shop.example/hooks/central --types license.expired,quota.80
\`\`\`

The command prints the webhook's secret, which is shown only once. \`npx --no-install central-api webhook test ID\` sends a test event. You can also use the
console or [the admin API](admin-api.md#create-a-webhook). There can be at most ${MAX_WEBHOOKS} webhooks.

## The request

The service sends a \`POST\` request with these header fields, and a body of \`type\`, \`timestamp\` (the time of the event) and \`data\`:

| field | meaning |
|---|---|
| \`webhook-id\` | The event's id. It is the same at each attempt, and when you resend the event: remember the ids that you have received, and ignore repeated ones. |
| \`webhook-timestamp\` | The time of sending, in seconds since 1970. Reject requests that are older than five minutes. |
| \`webhook-signature\` | \`v1,\` and the HMAC-SHA-256 of \`id.timestamp.body\` in base64. The key is the secret after \`whsec_\`, decoded from base64. While a secret is being rotated, there are two signatures, separated by a space: one valid signature is enough. |
| \`content-type\` | \`application/json\` |

\`\`\`json
{
  "type": "quota.80",
  "timestamp": "2030-01-15T12:00:00.000Z",
  "data": {
    "license": {
      "id": "lic_4yZkq0WvTn2bXe7RdUaJ",
      "plan": "pro",
      "mode": "live",
      "status": "active",
      "name": "Garden blog",
      "expiresAt": null,
      "createdAt": "2029-03-01T09:30:00.000Z"
    },
    "meter": "scans",
    "used": 8000,
    "limit": 10000,
    "resetsAt": "2030-02-01T00:00:00.000Z"
  }
}
\`\`\`

## Verify the signature

Verify the signature with the raw body, before you parse it. In PHP (7.4 or later):

${sampleBlock('docs/samples/webhook.php')}

In Node:

${sampleBlock('docs/samples/webhook.mjs')}

## Respond

Return any status from 200 to 299 within five seconds to accept an event. Store the event first and process it afterwards. The service reads only the header
of your response. It closes the connection after the first kibibyte of the body or after a second, even if the body is incomplete.

The service retries any other response: ${PAUSES_MS.length + 1} attempts over ${PAUSES_MS.reduce((sum, each) => sum + each, 0) / 3_600_000} hours, after ${PAUSES_MS.slice(0, -1).map(inWords).join(', ')} and finally ten hours, each with up to a tenth
more or less. These statuses have a special meaning:

| status | what the service does |
|---|---|
| \`3xx\` | It follows no redirect, because the event would go to a URL that was not checked. Change the webhook to the new URL: \`npx --no-install central-api webhook change ID --url URL\`. |
| \`410 Gone\` | It turns the webhook off immediately and sends no more events. Health, \`doctor\` and \`webhook list\` report this. To turn it on again: \`npx --no-install central-api webhook change ID --state on\`, or *Resume* in the console. Later events are lost; you can resend those that were waiting. |
| any other failure with \`Retry-After\` | It waits at least as long as the field says, in seconds or as a date, up to ${MAX_RETRY_AFTER_MS / 3_600_000} hours. |
| \`429\`, \`502\`, \`503\`, \`504\` with \`Retry-After\` | It also delays all other events of this webhook for that time, up to ${inWords(MAX_REST_MS)}. |

If a process is killed, the next one sends its events again, so an event can arrive twice: compare \`webhook-id\`. Events can arrive in a different order than they
happened: compare \`timestamp\`.

Each process sends at most four events of a webhook at the same time, and at most 600 per minute. A slow receiver delays only its own events. At most ${MAX_WAITING.toLocaleString('en-US')} events wait for one webhook. Further events are dropped,
counted as \`dropped\`, and logged. Deliveries are kept for ${DELIVERY_KEPT_MS / DAY_MS} days; until then, you can view and resend them.

The receiver needs a public address and \`https\`. [\`EGRESS_ALLOW\`](../operate/egress.md#exceptions-egress_allow) allows exceptions, such as
\`EGRESS_ALLOW=hooks.internal:8443\`.

## Rotate the secret

\`npx --no-install central-api webhook rotate ID\` prints a new secret. For a day, or for the hours of \`--overlap\`, both secrets sign:
configure the receiver with the new one within this time. If the old one has leaked, use \`--overlap 0\`.

The store keeps secrets encrypted with \`LICENSE_PEPPER\`, like the keys that sign tokens. If the pepper is lost, so is the secret (\`secret_lost\`):
rotate it.

## Delivery errors

| \`error\` | meaning |
|---|---|
| \`status\` | The status was not 200 to 299. |
| \`redirect\` | The response was a redirect, which the service does not follow. Change the webhook to the target URL. |
| \`gone\` | The status was 410, for this event or for another one that was sent at the same time. |
| \`link_timeout\`, \`link_unreachable\`, \`link_tls_error\`, … | There was no response, or its header was incomplete: see [errors](errors.md). |
| \`link_blocked\` | The address is not public, and \`EGRESS_ALLOW\` does not allow it. |
| \`secret_lost\` | The secret was encrypted with a pepper that is not available. |
| \`switched_off\` | An operator turned the webhook off while the event was waiting. |
| \`internal_error\` | A bug of the service; see the log. |

## Events

The service records an event in the same transaction as its change. It records no event that no webhook subscribes to, so a new webhook receives only later
events.

[An import](../operate/importing.md#what-webhooks-hear) sends no events for the licenses that it creates, unless you run it with \`--events\`. Later
events are sent as for any other license.`

const section = (type: EventType): string => {
  const { when, data } = EVENT_TYPES[type]
  return [
    `### ${type}`,
    when,
    table(['field of `data`', 'type', 'meaning'], fieldRows(data as TObject)).trimEnd(),
  ].join('\n\n')
}

export const webhooksDocument: GeneratedDocument = {
  path: 'docs/reference/webhooks.md',
  generate: () => `${[INTRODUCTION, ...(Object.keys(EVENT_TYPES) as EventType[]).map(section)].join('\n\n')}\n`,
}
