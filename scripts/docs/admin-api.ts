// docs/operate/admin-api.md and docs/reference/admin-api.md: how to use the admin API, and its endpoints from their table.

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
    ['role', 'permissions'],
    Object.entries(OPERATOR_ROLES).map(([role, meaning]) => [`\`${role}\``, meaning]),
  ).trimEnd()

const INTRODUCTION = `${generatedHead('Use the admin API')}Manage licenses, plans, platforms and webhooks over HTTP: from a dashboard, a shop or a script. The [console](console.md) is built on this
API.

To enable it, set \`ADMIN_TOKEN\` and start the service:

\`\`\`sh
export ADMIN_TOKEN=$(openssl rand -base64 33)
npm start
\`\`\`

The token has at least 16 characters and allows everything on this page. Keep it with your passwords, and serve the API over TLS. Without
\`ADMIN_TOKEN\`, every URL below \`${ADMIN_PREFIX}/\` returns \`not_found\`, also for operators with their own tokens.

[Admin API reference](../reference/admin-api.md) lists every endpoint. A running service shows it with calls in curl, PHP and JavaScript, and
has an OpenAPI 3.1 document at \`${ADMIN_PREFIX}/openapi.json\`. Neither requires a token.

## Roles

\`ADMIN_TOKEN\` is the first operator, and has this name in the audit trail. Create a token for every other operator with
\`central-api operator create\`, or [the API](../reference/admin-api.md#create-an-operator). It begins with \`co_\` and has a role. After it is revoked, it is rejected from
the next request. A request that requires another role is \`forbidden\`. The [audit trail](../reference/admin-api.md#list-changes) records every
change with the name of its operator.

${roles()}

## Rules for every endpoint

- Responses use the envelope of the API, \`{ "ok": true, "data": … }\` or \`{ "ok": false, "error": … }\`, with the codes of
  [errors](../reference/errors.md). A successful response has the status 200.
- Without a token, the response is \`token_missing\`; with an unknown or revoked one, \`token_invalid\`. After 20 wrong tokens from one address in a minute, all
  requests from it are \`rate_limited\` until the minute ends. Behind a proxy, set \`TRUST_PROXY\` so that the service sees the addresses of clients.
- An invalid field is \`invalid_request\` with \`details\`, and so is an unknown field or parameter, because it would have no effect. If a license, a plan,
  a site, a platform, a credential, a webhook or a delivery does not exist, the response is \`not_found\`. An action that the status of a license does not allow is
  \`conflict\`; \`message\` names the status.
- A change applies from the next request, also to existing tokens. Other processes on the same store apply it within a second.
- Times are RFC 3339 in UTC. Bodies are JSON objects of at most 16 KiB. Responses are never cached and set no cookie, and pages of other origins cannot call the API
  from a browser.

## Retry safely

A lost response may contain the only copy of a license key. To get it again, send an \`Idempotency-Key\`
([draft-ietf-httpapi-idempotency-key-header-07](https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07))
with each request that creates a license, a plan, an operator, a webhook, a new key or a new secret. Use a new value for each request, such as a UUID
or an order number:

\`\`\`sh
curl -s -X POST "$API/licenses" -H "$AUTH" -H "$JSON" -H 'Idempotency-Key: order-1002' \\
  -d '{"plan":"pro","externalId":"order-1002"}'
\`\`\`

- For 24 hours, the same request with the same key returns the first response, including the license key, also from another process and after a restart. Nothing
  is created twice, and the audit trail has one entry.
- The same key with another body, or at another URL, is \`idempotency_key_reused\`. While the first request is in progress, it is \`idempotency_key_in_use\`: retry
  after \`Retry-After\`.
- A rejected request changed nothing and is not remembered: correct it and send it with the same key.
- Each operator has separate keys: the same key from another operator is independent.
- The stored response can be decrypted only with both \`LICENSE_PEPPER\` and the \`Idempotency-Key\`, and the store contains neither
  ([why](../decisions/0014-idempotent-responses.md)). Use keys that cannot be guessed. The response is deleted with its license.`

const REFERENCE_HEAD = `${generatedHead('Admin API reference')}This page lists every endpoint of the admin API with its fields and a call. [Use the admin API](../operate/admin-api.md) explains roles,
errors and safe retries.

The examples below run in a shell with these variables:

\`\`\`sh
API=http://127.0.0.1:8080${ADMIN_PREFIX}
AUTH="Authorization: Bearer $ADMIN_TOKEN"
JSON='Content-Type: application/json'
ID=lic_…                            # the id of a license
CREDENTIAL=…                        # the id of a platform's credential
CONNECTION=cn_…                     # the id of a connected account
APP=ca_…                            # the id of an added application
OPERATOR=op_…                       # the id of an operator
WEBHOOK=whk_…                       # the id of a webhook
DELIVERY=evt_…                      # the id of one of its deliveries
\`\`\``

const code = (text: string): string => `\`${text}\``

const slug = ({ summary }: AdminRoute): string => summary.toLowerCase().replaceAll(',', '').replaceAll(' ', '-')

const url = (path: string): string => ADMIN_PREFIX + path.replace(/:(\w+)/g, '{$1}')

const overview = (): string =>
  table(
    ['endpoint', 'method', 'URL', ...ROLE_NAMES],
    ADMIN_ROUTES.map((route) => [
      `[${route.summary}](#${slug(route)})`,
      code(route.method),
      code(url(route.path)),
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

/** Objects that several responses share, described once. */
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

/** The shared object with exactly the fields of the schema. */
const exactly = (schema: TObject) => {
  const named = namedIn(schema)
  const count = ({ properties }: TObject) => Object.keys(properties).length
  return named && count(schema) === count(named.schema) ? named : undefined
}

const nestedIn = (schema: TSchema): TObject | undefined => {
  if ('properties' in schema) return schema as TObject
  if ('items' in schema) return nestedIn(schema.items as TSchema)
  return 'anyOf' in schema ? (schema.anyOf as TSchema[]).map(nestedIn).find((each) => each !== undefined) : undefined
}

/** A row for each field, including nested ones. */
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
  return named ? [[code(`${before}…`), `the fields of a ${link(named.name)}`, ''], ...rows] : rows
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

const TAKES_KEY = 'Accepts an [`Idempotency-Key`](../operate/admin-api.md#retry-safely).'

const section = (route: AdminRoute): string =>
  [
    `### ${route.summary}`,
    `${code(`${route.method} ${url(route.path)}`)}, requires the role ${code(route.role)}`,
    route.description,
    ...(route.isMaking ? [TAKES_KEY] : []),
    ...fields('Query:', route.query),
    ...fields('Body:', route.body),
    curl(route),
    ...fields('Response:', route.data),
  ].join('\n\n')

export const adminGuideDocument: GeneratedDocument = {
  path: 'docs/operate/admin-api.md',
  generate: () => `${INTRODUCTION}\n`,
}

export const adminApiDocument: GeneratedDocument = {
  path: 'docs/reference/admin-api.md',
  generate: () =>
    `${[
      REFERENCE_HEAD,
      '## Endpoints',
      overview(),
      ...ADMIN_ROUTES.map(section),
      '## Shared objects',
      ...shared(),
    ].join('\n\n')}\n`,
}
