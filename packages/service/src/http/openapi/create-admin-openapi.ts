// The operator's API as an OpenAPI 3.1 document of its own, made from the table of its endpoints and their schemas: what the
// service checks and answers is what the document says.

import type { TObject, TSchema } from 'typebox'
import { ERRORS, type ErrorCode } from '../../errors.ts'
import type { AdminRoute } from '../admin/admin-route.ts'
import { IDEMPOTENCY_KEY } from '../admin/idempotency.ts'
import { OperatorCredential, OperatorPlatform } from '../admin/platforms/operator-platform.ts'
import { License, LicenseInList, Plan, SigningKey, Site, Usage, WholeLicense } from '../admin/schemas.ts'
import { ErrorEnvelope, Ok } from '../envelope.ts'
import { VERSION } from '../version.ts'
import { describeAllErrors } from './describe-endpoint.ts'
import type { Openapi, Operation, Parameter, Tag } from './document.ts'
import { HEADERS, referToHeaders } from './headers.ts'
import { type NamedSchemas, nameSchemas } from './name-schemas.ts'
import { sampleValue } from './sample-value.ts'

export type AdminOpenapiOptions = {
  readonly baseUrl: string
  /** What comes before every endpoint's path. */
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

/** Those that mean something on their own, in the order of the reference. */
export const ADMIN_OBJECTS = ['License', 'Usage', 'Site', 'Plan', 'Platform', 'Credential', 'SigningKey'] as const

const JSON_TYPE = 'application/json'

const DESCRIPTION = `What the command line does to a store, over HTTP: for dashboards, shops and scripts that make licenses.

It is open when \`ADMIN_TOKEN\` is set. Bodies are JSON objects of at most 16 KiB, answers are in one envelope, and fields and parameters that an endpoint does not know are refused by their names. A change holds from the next request on, also for tokens that are out there; other processes on the same store follow within a second.`

const TAGS: Readonly<Record<string, string>> = {
  Overview: 'How things stand.',
  Health: 'What needs somebody.',
  Licenses: 'Each has a key, which a customer’s sites exchange for tokens, and a plan, which limits what they may use.',
  Plans: 'What licenses may use.',
  Platforms: 'How each platform is doing, and what its calls are signed with.',
  Audit: 'Who changed what, when and from where.',
  Operators: 'Who may use this API, and for what.',
  Me: 'Who is signed in.',
  Usage: 'What all licenses used in a month.',
  Webhooks: 'Where the service tells of what happens.',
  'Signing keys': 'What tokens are signed with.',
}

/** `/signing-keys/rotate` → `Signing keys`. */
const tagOf = ({ path }: Pick<AdminRoute, 'path'>): string => {
  const [, first = ''] = path.split('/')
  const words = first.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `Show what a license used` → `showWhatALicenseUsed`. */
const operationIdOf = ({ summary }: Pick<AdminRoute, 'summary'>): string => {
  const [first = '', ...others] = summary.toLowerCase().split(/[^a-z0-9]+/)
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
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

/** What an endpoint may answer with, in the order of the error table. */
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

/** What stands for `$ID` and the like in examples. */
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
            description: `The ${part === ':name' ? 'name' : 'id'} of what the endpoint is about`,
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

/** Samples go without: whoever copies one would send the same key with something else. */
const headerParameters = ({ isMaking }: AdminRoute): readonly Parameter[] =>
  isMaking
    ? [
        {
          in: 'header',
          name: IDEMPOTENCY_KEY,
          description:
            'A text of your own, new for each thing that is to be made, such as a UUID: 1 to 255 printable ASCII characters, in quotation marks or without. Sent again with the same request within 24 hours it gets the answer that was given, and nothing is made twice.',
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
  const { summary, description, body, data, example } = route
  const codes = adminCodesOf(route)
  const parameters = [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)]
  return {
    operationId: operationIdOf(route),
    tags: [tagOf(route)],
    summary,
    description,
    security: [{ operator: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body, example.body, names) }),
    responses: {
      200: {
        description: 'It worked.',
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
  return {
    openapi: '3.1.1',
    info: {
      title: 'Central API for operators',
      version: VERSION,
      summary: 'Licenses, plans, platforms and keys of a service, for whoever runs it.',
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
          description: 'The operator’s token: `ADMIN_TOKEN`, or one that was made for you.',
        },
      },
    },
  }
}
