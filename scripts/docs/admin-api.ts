// docs/admin-api.md: the admin API, from the table of its endpoints.

import type { TObject, TSchema } from 'typebox'
import type { AdminRoute } from '../../packages/service/src/http/admin/admin-route.ts'
import { ADMIN_PREFIX } from '../../packages/service/src/http/admin/admin-route.ts'
import { ADMIN_ROUTES } from '../../packages/service/src/http/admin/admin-routes.ts'
import {
  OperatorCredential,
  OperatorPlatform,
} from '../../packages/service/src/http/admin/platforms/operator-platform.ts'
import {
  AuditEntry,
  License,
  Operator,
  Plan,
  SigningKey,
  Site,
  Usage,
} from '../../packages/service/src/http/admin/schemas.ts'
import { Delivery, Webhook } from '../../packages/service/src/http/admin/webhooks/schemas.ts'
import { mayDo, OPERATOR_ROLES, ROLE_NAMES } from '../../packages/service/src/licensing/operators/roles.ts'
import { type GeneratedDocument, generatedHead, table } from './document.ts'

const roles = (): string =>
  table(
    ['role', 'what it does'],
    Object.entries(OPERATOR_ROLES).map(([role, meaning]) => [`\`${role}\``, meaning]),
  ).trimEnd()

const INTRODUCTION = `${generatedHead('The admin API')}What the command line does to a store, over HTTP: for dashboards, shops and scripts that make licenses. The
[operator’s pages](console.md) are built on it. A running service has the same as a reference with calls in curl, PHP and
JavaScript, at \`/docs/admin\`, and as an OpenAPI 3.1 document, at \`${ADMIN_PREFIX}/openapi.json\`: neither asks for a token.

It is open when \`ADMIN_TOKEN\` is set, at least 16 characters long; without it every address below \`${ADMIN_PREFIX}/\` answers
\`not_found\`, also for operators with tokens of their own. Whoever has this token can do everything that is described here, so
keep it where you keep passwords, and the API behind TLS. A good one:

\`\`\`sh
export ADMIN_TOKEN=$(openssl rand -base64 33)
npm start
\`\`\`

The examples below run as they stand in a shell that has these:

\`\`\`sh
API=http://127.0.0.1:8080${ADMIN_PREFIX}
AUTH="Authorization: Bearer $ADMIN_TOKEN"
JSON='Content-Type: application/json'
ID=lic_…                            # the id of a license
CREDENTIAL=…                        # the id of a platform's credential
OPERATOR=op_…                       # the id of an operator
WEBHOOK=whk_…                       # the id of a webhook
DELIVERY=evt_…                      # the id of one of its deliveries
\`\`\`

## Who may do what

\`ADMIN_TOKEN\` is the first operator, and is named so in the audit trail. Give everybody else a token of their own with
\`central-api operator create\`, or [below](#create-an-operator): it begins with \`co_\`, has a role, and is refused from the
next request on when it is revoked. What takes another role is \`forbidden\`. Every change is
[written down](#list-changes) with the name of its operator.

${roles()}

## What holds for every endpoint

- Answers are in the envelope of the API, \`{ "ok": true, "data": … }\` or \`{ "ok": false, "error": … }\`, with the codes of
  [errors](errors.md). A good answer has the status 200.
- Without a token it is \`token_missing\`, with one that is nobody's, or was revoked, \`token_invalid\`. After 20 wrong tokens in a minute from one address
  everything from there is \`rate_limited\` until the minute is over; behind a proxy, set \`TRUST_PROXY\` so that addresses are
  told apart.
- What is wrong with a field is \`invalid_request\` with \`details\`, and so is a field or a parameter that the endpoint does
  not know: it would otherwise do nothing, and look as if it did. A license, a plan, a site, a platform, a credential,
  a webhook or a delivery that is not there is \`not_found\`. A step that the state of a license does not allow is \`conflict\`; \`message\` says which state it is in.
- A change holds from the next request on, also for tokens that are out there; other processes on the same store follow within
  a second.
- Times are RFC 3339 in UTC. Bodies are JSON objects of at most 16 KiB. Nothing is cached, no cookie is set, and no page of
  another origin may call it from a browser.

## Sent twice, made once

An answer may be lost on its way, and with it the only copy of a license key. Send an \`Idempotency-Key\`
([draft-ietf-httpapi-idempotency-key-header-07](https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07))
with what makes a license, a plan, an operator, a webhook, a new key or a new secret. Use a new one for each of them, such as a UUID or
the number of an order:

\`\`\`sh
curl -s -X POST "$API/licenses" -H "$AUTH" -H "$JSON" -H 'Idempotency-Key: order-1002' \\
  -d '{"plan":"pro","externalId":"order-1002"}'
\`\`\`

- The same request with the same key within 24 hours is answered as it was the first time, license key and all, also by another
  process and after a restart. Nothing is made twice, and the audit trail has one entry.
- The same key with another body, or at another address, is \`idempotency_key_reused\`. While the first request is under way it is
  \`idempotency_key_in_use\`: ask again after \`Retry-After\`.
- What was refused changed nothing and is not remembered: mend the request and send it with the same key.
- Keys are an operator's own: the same key of another operator is another one.
- What is kept of an answer opens only with \`LICENSE_PEPPER\` and the \`Idempotency-Key\` together, of which the store has neither
  ([why](decisions/0014-answers-that-are-given-again.md)): take keys that nobody guesses. It goes with its license when that
  is deleted.`

const code = (text: string): string => `\`${text}\``

const slug = ({ summary }: AdminRoute): string => summary.toLowerCase().replaceAll(',', '').replaceAll(' ', '-')

const address = (path: string): string => ADMIN_PREFIX + path.replace(/:(\w+)/g, '{$1}')

const overview = (): string =>
  table(
    ['what', 'method', 'address', ...ROLE_NAMES],
    ADMIN_ROUTES.map((route) => [
      `[${route.summary}](#${slug(route)})`,
      code(route.method),
      code(address(route.path)),
      ...ROLE_NAMES.map((role) => (mayDo(role, route.role) ? 'yes' : '')),
    ]),
  ).trimEnd()

/** A schema in a word or two. */
const typeOf = (schema: TSchema): string => {
  const named = 'properties' in schema ? exactly(schema as TObject) : undefined
  if (named) return link(named.name)
  const {
    type,
    enum: values,
    anyOf,
    items,
    const: only,
  } = schema as unknown as {
    readonly type?: string | readonly string[]
    readonly enum?: readonly unknown[]
    readonly anyOf?: readonly TSchema[]
    readonly items?: TSchema
    readonly const?: unknown
  }
  if (values) return values.map((value) => code(String(value))).join(' or ')
  if (only !== undefined) return code(String(only))
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (items) return `list of ${typeOf(items)}s`.replace('integers', 'whole numbers')
  if (typeof type === 'object') return type.join(' or ')
  return type === 'integer' ? 'whole number' : String(type)
}

const descriptionOf = (schema: TSchema): string =>
  'description' in schema && typeof schema.description === 'string' ? schema.description : ''

/** What several answers have in common is described once. */
const NAMED: readonly { readonly name: string; readonly schema: TObject }[] = [
  { name: 'license', schema: License },
  { name: 'usage', schema: Usage },
  { name: 'site', schema: Site },
  { name: 'plan', schema: Plan },
  { name: 'platform', schema: OperatorPlatform },
  { name: 'credential', schema: OperatorCredential },
  { name: 'signing key', schema: SigningKey },
  { name: 'operator', schema: Operator },
  { name: 'entry', schema: AuditEntry },
  { name: 'webhook', schema: Webhook },
  { name: 'delivery', schema: Delivery },
]

const link = (name: string): string => `[${name}](#${name.replaceAll(' ', '-')})`

const namedIn = ({ properties }: TObject) =>
  NAMED.find(({ schema }) => Object.entries(schema.properties).every(([name, value]) => properties[name] === value))

/** The shared form that the schema is, no more and no less. */
const exactly = (schema: TObject) => {
  const named = namedIn(schema)
  const count = ({ properties }: TObject) => Object.keys(properties).length
  return named && count(schema) === count(named.schema) ? named : undefined
}

const nestedIn = (schema: TSchema): TObject | undefined => {
  if ('properties' in schema) return schema as TObject
  return 'items' in schema && typeof schema.items === 'object' ? nestedIn(schema.items as TSchema) : undefined
}

/** A row for each field, for those that are in others too. */
export const fieldRows = (schema: TObject, before = ''): string[][] => {
  const named = namedIn(schema)
  const required: readonly string[] = schema.required ?? []
  const own = Object.entries(schema.properties).filter(([name]) => named?.schema.properties[name] === undefined)
  const rows = own.flatMap(([name, field]) => {
    const path = `${before}${name}`
    const nested = nestedIn(field)
    const row = [code(path), typeOf(field) + (required.includes(name) ? '' : ', optional'), descriptionOf(field)]
    return nested && !exactly(nested) ? [row, ...fieldRows(nested, `${path}${'items' in field ? '[]' : ''}.`)] : [row]
  })
  return named ? [[code(`${before}…`), `what a ${link(named.name)} has`, ''], ...rows] : rows
}

const HEAD = ['field', 'type', 'meaning'] as const

const fields = (title: string, schema: TObject | undefined): readonly string[] => {
  if (schema === undefined) return []
  const named = exactly(schema)
  return named ? [`${title} a ${link(named.name)}.`] : [title, table(HEAD, fieldRows(schema)).trimEnd()]
}

const shared = (): readonly string[] =>
  NAMED.flatMap(({ name, schema }) => {
    const rows = Object.entries(schema.properties).flatMap(([field, value]) => {
      const nested = nestedIn(value)
      const row = [code(field), typeOf(value), descriptionOf(value)]
      const isDescribedHere = nested && !exactly(nested)
      return isDescribedHere ? [row, ...fieldRows(nested, `${field}${'items' in value ? '[]' : ''}.`)] : [row]
    })
    return [`### ${name[0]?.toUpperCase()}${name.slice(1)}`, table(HEAD, rows).trimEnd()]
  })

const curl = ({ method, example: { path, body } }: AdminRoute): string => {
  const parts = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} "$API${path}" -H "$AUTH"`,
    ...(body === undefined ? [] : [`-H "$JSON" \\\n  -d '${JSON.stringify(body)}'`]),
  ]
  return `\`\`\`sh\n${parts.join(' ')}\n\`\`\``
}

const TAKES_KEY = 'Takes an [`Idempotency-Key`](#sent-twice-made-once).'

const section = (route: AdminRoute): string =>
  [
    `### ${route.summary}`,
    `${code(`${route.method} ${address(route.path)}`)}, for the role ${code(route.role)}`,
    route.description,
    ...(route.isMaking ? [TAKES_KEY] : []),
    ...fields('Query:', route.query),
    ...fields('Body:', route.body),
    curl(route),
    ...fields('Answer:', route.data),
  ].join('\n\n')

export const adminApiDocument: GeneratedDocument = {
  path: 'docs/admin-api.md',
  generate: () =>
    `${[
      INTRODUCTION,
      '## Endpoints',
      overview(),
      ...ADMIN_ROUTES.map(section),
      '## What answers have in common',
      ...shared(),
    ].join('\n\n')}\n`,
}
