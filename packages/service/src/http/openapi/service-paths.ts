// The paths outside /api/v1: for operators, tools and people. None of them needs a token.

import type { TSchema } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { PlatformList } from '../platforms/route.ts'
import type { Operation, PathItem, Response } from './document.ts'
import { referToHeaders } from './headers.ts'
import type { NamedSchemas } from './name-schemas.ts'

type Served = { readonly description: string; readonly type: string; readonly schema: TSchema }
type ServicePath = {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly responses: Readonly<Record<number, Served>>
}

const JSON_TYPE = 'application/json'
const page = (description: string): Served => ({ description, type: 'text/html', schema: Type.String() })
const status = (description: string, ...words: readonly string[]): Served => ({
  description,
  type: JSON_TYPE,
  schema: Type.Object({ status: Type.Enum([...words]) }),
})

const SERVICE_PATHS: readonly ServicePath[] = [
  {
    path: '/platforms',
    operationId: 'listPlatforms',
    summary: 'List the platforms',
    description:
      'Returns what can be scanned here: ids, variants, forms of handles, the sources of posts, and the current state of each platform.',
    responses: {
      200: { description: 'All platforms.', type: JSON_TYPE, schema: PlatformList },
    },
  },
  {
    path: '/healthz',
    operationId: 'checkLiveness',
    summary: 'Check liveness',
    description: 'Responds whenever the process runs. It depends on nothing else.',
    responses: { 200: status('The process is alive.', 'alive') },
  },
  {
    path: '/readyz',
    operationId: 'checkReadiness',
    summary: 'Check readiness',
    description:
      'For load balancers: fails while the service stops, and while its store is unreachable or cannot write.',
    responses: {
      200: status('Ready for requests.', 'ready'),
      503: status('Not ready.', 'stopping', 'store unreachable', 'store cannot write'),
    },
  },
  {
    path: '/metrics',
    operationId: 'readMetrics',
    summary: 'Metrics for Prometheus',
    description: 'Metrics in the Prometheus text format. Block public access with your proxy.',
    responses: { 200: { description: 'One line per series.', type: 'text/plain', schema: Type.String() } },
  },
  {
    path: '/.well-known/jwks.json',
    operationId: 'listSigningKeys',
    summary: 'The public keys that verify tokens',
    description: 'A JSON Web Key Set (RFC 7517). A retired key stays until its last token has expired.',
    responses: {
      200: {
        description: 'May be cached for five minutes.',
        type: 'application/jwk-set+json',
        schema: Type.Object({
          keys: Type.Array(
            Type.Object({
              kty: Type.Literal('OKP'),
              crv: Type.Literal('Ed25519'),
              alg: Type.Literal('EdDSA'),
              use: Type.Literal('sig'),
              kid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,32}$' }),
              x: Type.String(),
            }),
          ),
        }),
      },
    },
  },
  {
    path: '/openapi.json',
    operationId: 'readOpenapi',
    summary: 'This document',
    description: 'The API as an OpenAPI 3.1 document, made from the service’s own tables.',
    responses: {
      200: { description: 'The document.', type: JSON_TYPE, schema: Type.Object({ openapi: Type.String() }) },
    },
  },
  {
    path: '/docs',
    operationId: 'readReference',
    summary: 'The documentation, for people',
    description: 'Guides and references. `/docs/reference/api` shows this document as one page.',
    responses: { 200: page('The page.') },
  },
  {
    path: '/docs/errors',
    operationId: 'readErrors',
    summary: 'The error codes, for people',
    description: 'A section for each code, where `error.docs` points to.',
    responses: { 200: page('The page.') },
  },
]

const describeServed = ({ description, type, schema }: Served, { refer }: NamedSchemas): Response => ({
  description,
  headers: referToHeaders(['X-Request-Id']),
  content: { [type]: { schema: refer(schema) } },
})

export const describeServicePaths = (names: NamedSchemas): Readonly<Record<string, PathItem>> =>
  Object.fromEntries(
    SERVICE_PATHS.map(({ path, responses, ...about }) => {
      const described = Object.entries(responses).map(([code, served]) => [code, describeServed(served, names)])
      const get: Operation = { ...about, tags: ['Service'], security: [], responses: Object.fromEntries(described) }
      return [path, { get }]
    }),
  )
