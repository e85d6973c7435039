// docs/webhooks.md: what operators' webhooks are told of, from the table of events, and how it is sent and checked.

import type { TObject } from 'typebox'
import { EVENT_TYPES, type EventType } from '../../packages/service/src/events/event-types.ts'
import { MOST_WAITING } from '../../packages/service/src/storage/records/webhook-events.ts'
import { DELIVERY_KEPT_MS } from '../../packages/service/src/storage/sweep.ts'
import { MOST_REST_MS, MOST_RETRY_AFTER_MS, PAUSES_MS } from '../../packages/service/src/webhooks/retries.ts'
import { MOST_WEBHOOKS } from '../../packages/service/src/webhooks/webhooks.ts'
import { fieldRows } from './admin-api.ts'
import { type GeneratedDocument, generatedHead, table } from './document.ts'
import { sampleBlock } from './samples.ts'

const DAY_MS = 86_400_000

const inWords = (ms: number): string => {
  const [size, unit] = ms < 60_000 ? [1_000, 'second'] : ms < 3_600_000 ? [60_000, 'minute'] : [3_600_000, 'hour']
  const count = ms / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const INTRODUCTION = `${generatedHead('Webhooks')}The service tells your systems what happens: a shop that a license has ended, a chat that a platform fails. You give it
addresses; it sends each event there as a small JSON document, signed as [Standard Webhooks](https://www.standardwebhooks.com/) asks.

\`\`\`sh
npx --no-install central-api webhook create https://shop.example/hooks/central --types license.expired,quota.80
\`\`\`

prints the webhook's secret, this once; \`npx --no-install central-api webhook test ID\` has the server send a test. The same over HTTP:
[the admin API](admin-api.md#create-a-webhook). There are at most ${MOST_WEBHOOKS} webhooks.

## What is sent

A \`POST\` with these header fields, and a body of \`type\`, \`timestamp\` (when it happened) and \`data\`:

| field | meaning |
|---|---|
| \`webhook-id\` | The event's id. The same at each try, and when you have it sent again: keep those that you have seen, and pass over the others. |
| \`webhook-timestamp\` | When it was sent, in seconds since 1970. Refuse what is older than five minutes. |
| \`webhook-signature\` | \`v1,\` and the HMAC-SHA-256 of \`id.timestamp.body\` in base64, by the secret's bytes (what is behind \`whsec_\`, in base64). Two of them, separated by a space, while a secret is being rotated: one that is right is enough. |
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

## Checking it

Over the body as it came, before it is parsed. In PHP (7.4 or later):

${sampleBlock('docs/samples/webhook.php')}

In Node:

${sampleBlock('docs/samples/webhook.mjs')}

## Answering it

Return any status from 200 to 299 within five seconds, and the event is yours. Store it first and work on it afterwards. Only the
header of your response counts: its body is never decoded or kept, and the connection ends after its first kibibyte or second,
whether the body is whole or not.

Anything else is tried again: ${PAUSES_MS.length + 1} tries over ${PAUSES_MS.reduce((sum, each) => sum + each, 0) / 3_600_000} hours, after ${PAUSES_MS.slice(0, -1).map(inWords).join(', ')} and at last ten hours more, each a tenth sooner or
later. These statuses mean more:

| status | what the service does |
|---|---|
| \`3xx\` | It follows no redirect: the event would go to a URL that nobody vetted. Change the webhook to the new URL: \`npx --no-install central-api webhook change ID --url URL\`. |
| \`410 Gone\` | It switches the webhook off at once and sends it no more events. Health, \`doctor\` and \`webhook list\` say so. To resume: \`npx --no-install central-api webhook change ID --state on\`, or *Switch on* in the console. Events in the meantime are not sent later; those that waited can be sent again. |
| any other failure with \`Retry-After\` | It tries no sooner than the field says, in seconds or as a date, up to ${MOST_RETRY_AFTER_MS / 3_600_000} hours. |
| \`429\`, \`502\`, \`503\`, \`504\` with \`Retry-After\` | It also holds all other events of this webhook back for that time, up to ${inWords(MOST_REST_MS)}. |

A process that is killed leaves what it was sending to the next one, so an event may
come twice: go by \`webhook-id\`. Events may come in another order than they happened in: go by \`timestamp\`.

For each webhook four events are on their way at a time from each process, and at most 600 a minute; a receiver that is slow holds
up nobody but itself. At most ${MOST_WAITING.toLocaleString('en-US')} events wait for one webhook. What happens beyond that it is not told of: they are counted as
\`dropped\`, and the log says so. Deliveries are kept for ${DELIVERY_KEPT_MS / DAY_MS} days; until then each can be looked at and sent again.

The receiver must be at a public address, over \`https\`. [\`EGRESS_ALLOW\`](egress.md#exceptions-egress_allow) names exceptions, such as
\`EGRESS_ALLOW=hooks.internal:8443\`.

## Rotating the secret

\`npx --no-install central-api webhook rotate ID\` prints a new secret. For a day (\`--overlap\` says otherwise) both sign: give the receiver the new one
within it. Where the old one is in wrong hands, \`--overlap 0\`.

A secret is kept sealed under \`LICENSE_PEPPER\`, as the keys that sign tokens are. Where the pepper is lost, so is the secret
(\`secret_lost\`): rotate it.

## What went wrong

| \`error\` | meaning |
|---|---|
| \`status\` | The status was none from 200 to 299. |
| \`redirect\` | It was a redirect, which is not followed. Change the webhook to the URL that it leads to. |
| \`gone\` | It was 410, for this event or for one that was sent beside it. |
| \`link_timeout\`, \`link_unreachable\`, \`link_tls_error\`, … | There was no response, or its header was not whole: see [errors](errors.md). |
| \`link_blocked\` | The address is not public, and \`EGRESS_ALLOW\` does not name it. |
| \`secret_lost\` | The secret was sealed under a pepper that is not there. |
| \`switched_off\` | An operator switched the webhook off while it waited. |
| \`internal_error\` | A fault of the service; the log has it. |

## Events

An event is written down in the same transaction as the change that it tells of. Nothing is written for events that nobody is told of: a
new webhook hears of what happens from then on.

[An import](importing.md#what-webhooks-hear) sends no events of the licenses that it makes, unless you run it with \`--events\`. What
happens to them afterwards is sent as for any other license.`

const section = (type: EventType): string => {
  const { when, data } = EVENT_TYPES[type]
  return [
    `### ${type}`,
    when,
    table(['field of `data`', 'type', 'meaning'], fieldRows(data as TObject)).trimEnd(),
  ].join('\n\n')
}

export const webhooksDocument: GeneratedDocument = {
  path: 'docs/webhooks.md',
  generate: () => `${[INTRODUCTION, ...(Object.keys(EVENT_TYPES) as EventType[]).map(section)].join('\n\n')}\n`,
}
