// The admin API as its own OpenAPI 3.1 document, made from the table of its endpoints and their schemas, so that it
// always matches what the service checks and returns.

import type { TObject, TSchema } from 'typebox'
import { ERRORS, type ErrorCode } from '../../errors.ts'
import type { AdminRoute } from '../admin/admin-route.ts'
import { IDEMPOTENCY_KEY } from '../admin/idempotency.ts'
import { OperatorCredential, OperatorPlatform } from '../admin/platforms/operator-platform.ts'
import { License, LicenseInList, Plan, SigningKey, Site, Usage, WholeLicense } from '../admin/schemas.ts'
import { ErrorEnvelope, Ok } from '../envelope.ts'
import { VERSION } from '../version.ts'
import { withAbsoluteLinks } from './absolute-links.ts'
import { describeAllErrors } from './describe-endpoint.ts'
import type { Openapi, Operation, Parameter, Tag } from './document.ts'
import { HEADERS, referToHeaders } from './headers.ts'
import { type NamedSchemas, nameSchemas } from './name-schemas.ts'
import { sampleValue } from './sample-value.ts'

export type AdminOpenapiOptions = {
  readonly baseUrl: string
  /** Prefix of every path. */
  readonly prefix: string
  readonly routes: readonly AdminRoute[]
}

const SCHEMAS = {
  License,
  LicenseInList,
  WholeLicense,
  Usage,
  Site,
  Plan,
  Platform: OperatorPlatform,
  Credential: OperatorCredential,
  SigningKey,
  Error: ErrorEnvelope(),
}

/** Schemas that the reference lists, in its order. */
export const ADMIN_OBJECTS = ['License', 'Usage', 'Site', 'Plan', 'Platform', 'Credential', 'SigningKey'] as const

const JSON_TYPE = 'application/json'

const DESCRIPTION = `Manage licenses, plans, platforms and keys over HTTP, like the command line does: for dashboards, shops and scripts.

The API is enabled when \`ADMIN_TOKEN\` is set. Bodies are JSON objects of at most 16 KiB. All responses use one envelope. Unknown fields and parameters are refused by name. A change takes effect with the next request, also for existing tokens. Other processes on the same store follow within a second.`

const TAGS: Readonly<Record<string, string>> = {
  Overview: 'The state of the service.',
  Health: 'Issues that need attention.',
  Licenses: 'A license has a key, which a customer’s sites exchange for tokens, and a plan, which limits their usage.',
  Plans: 'The limits of licenses.',
  Platforms: 'The state of each platform and its credentials.',
  Audit: 'The audit trail: who changed what, when and from where.',
  Operators: 'The users of this API and their roles.',
  Me: 'The operator of the request.',
  Usage: 'The usage of all licenses in a month.',
  Webhooks: 'Receivers of events.',
  'Signing keys': 'The keys that sign tokens.',
  Connections: 'The accounts that owners connected, of all licenses.',
  Media: 'The images that the service passes on.',
  'Connect apps': 'The applications at platforms that connected accounts need.',
  Traffic: 'Requests over time, for charts.',
  Requests: 'The request log: the last requests to the API.',
}

/** `/signing-keys/rotate` → `Signing keys`. */
const tagOf = ({ path }: Pick<AdminRoute, 'path'>): string => {
  const [, first = ''] = path.split('/')
  const words = first.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const ALWAYS: readonly ErrorCode[] = [
  'token_missing',
  'token_invalid',
  'forbidden',
  'rate_limited',
  'invalid_request',
  'method_not_allowed',
  'unavailable',
  'internal_error',
]
const OF_BODIES: readonly ErrorCode[] = ['invalid_json', 'payload_too_large', 'unsupported_media_type']

const OF_KEYS: readonly ErrorCode[] = ['idempotency_key_in_use', 'idempotency_key_reused']

/** The codes that an endpoint may return, in the order of the error table. */
export const adminCodesOf = ({
  method,
  path,
  body,
  isMaking,
}: Pick<AdminRoute, 'method' | 'path' | 'body' | 'isMaking'>) => {
  const codes = new Set<ErrorCode>([
    ...ALWAYS,
    ...(body === undefined ? [] : OF_BODIES),
    ...(path.includes(':') ? (['not_found'] as const) : []),
    ...(method === 'GET' ? [] : (['conflict'] as const)),
    ...(isMaking ? OF_KEYS : []),
  ])
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code))
}

/** Values of `$ID` and other placeholders in examples. */
const NAMED_IN_EXAMPLES: Readonly<Record<string, string>> = {
  $ID: 'lic_ynhDxDBeQQQoidmbYrM3',
  $CREDENTIAL: 'youtube-1',
}

const exampleUrl = ({ example }: Pick<AdminRoute, 'example'>): URL =>
  new URL(
    example.path.replace(/\$\w+/g, (name) => NAMED_IN_EXAMPLES[name] ?? name.slice(1).toLowerCase()),
    'http://host',
  )

const pathParameters = (route: AdminRoute): readonly Parameter[] => {
  const values = exampleUrl(route).pathname.split('/')
  return route.path.split('/').flatMap((part, at) =>
    part.startsWith(':')
      ? [
          {
            in: 'path' as const,
            name: part.slice(1),
            description: `The ${part === ':name' ? 'name' : 'id'} of the resource`,
            required: true,
            schema: { type: 'string' },
            example: decodeURIComponent(values[at] ?? ''),
          },
        ]
      : [],
  )
}

const queryParameters = (route: AdminRoute): readonly Parameter[] => {
  const { searchParams } = exampleUrl(route)
  const properties: Readonly<Record<string, TSchema>> = route.query?.properties ?? {}
  return Object.entries(properties).map(([name, schema]) => {
    const { description = '', ...rest } = schema as TSchema & { readonly description?: string }
    const example = searchParams.get(name)
    return {
      in: 'query',
      name,
      description,
      required: route.query?.required?.includes(name) === true,
      schema: JSON.parse(JSON.stringify(rest)),
      ...(example !== null && { example }),
    }
  })
}

/** Samples do not send it: copied samples would send the same key with different requests. */
const headerParameters = ({ isMaking }: AdminRoute): readonly Parameter[] =>
  isMaking
    ? [
        {
          in: 'header',
          name: IDEMPOTENCY_KEY,
          description:
            'A string of your own that is unique for each resource to create, such as a UUID: 1 to 255 printable ASCII characters, with or without quotation marks. If the same request is sent again with it within 24 hours, the stored response is returned and nothing is created twice.',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 257 },
        },
      ]
    : []

const requestBody = (body: TObject, example: unknown, { refer }: NamedSchemas) => ({
  required: true as const,
  content: { [JSON_TYPE]: { schema: refer(body), examples: { plain: { value: example } } } },
})

const describeRoute = (route: AdminRoute, names: NamedSchemas, baseUrl: string): Operation => {
  const { operationId, summary, description, body, data, example } = route
  const codes = adminCodesOf(route)
  const parameters = [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)]
  return {
    operationId,
    tags: [tagOf(route)],
    summary,
    description,
    security: [{ operator: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body, example.body, names) }),
    responses: {
      200: {
        description: 'Success.',
        headers: referToHeaders(['X-Request-Id']),
        content: {
          [JSON_TYPE]: {
            schema: names.refer(Ok(data)),
            examples: { plain: { value: { ok: true, data: sampleValue(data) } } },
          },
        },
      },
      ...describeAllErrors(codes, { holdsSecret: true }, baseUrl),
    },
  }
}

export const createAdminOpenapi = ({ baseUrl, prefix, routes }: AdminOpenapiOptions): Openapi => {
  const names = nameSchemas(SCHEMAS)
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of routes) {
    const path = prefix + route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route, names, baseUrl) }
  }
  const tags: readonly Tag[] = [...new Set(routes.map(tagOf))].map((name) => ({ name, description: TAGS[name] ?? '' }))
  const { 'X-Request-Id': requestId, 'Retry-After': retryAfter, 'WWW-Authenticate': challenge, Allow } = HEADERS
  const document: Openapi = {
    openapi: '3.1.1',
    info: {
      title: 'Central API for operators',
      version: VERSION,
      summary: 'Licenses, plans, platforms and keys of a service, for its operators.',
      description: DESCRIPTION,
    },
    servers: [{ url: baseUrl }],
    tags,
    paths,
    components: {
      schemas: names.schemas,
      headers: {
        'X-Request-Id': requestId,
        'Retry-After': retryAfter,
        'WWW-Authenticate': challenge,
        Allow: { ...Allow, schema: { type: 'string' } },
      },
      securitySchemes: {
        operator: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of an operator: `ADMIN_TOKEN`, or a token that was created for you.',
        },
      },
    },
  }
  return withAbsoluteLinks(document, baseUrl)
}
