// What is served outside /api/v1: for operators, for tools, for people. None of it needs a token.

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
  readonly answers: Readonly<Record<number, Served>>
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
      'What can be scanned here: ids, variants, forms of handles, where posts come from, and how each platform is doing now.',
    answers: {
      200: { description: 'Every platform there is.', type: JSON_TYPE, schema: PlatformList },
    },
  },
  {
    path: '/healthz',
    operationId: 'checkLiveness',
    summary: 'Whether the process lives',
    description: 'Answers whenever the process can answer at all. It asks nobody else.',
    answers: { 200: status('It lives.', 'alive') },
  },
  {
    path: '/readyz',
    operationId: 'checkReadiness',
    summary: 'Whether requests are wanted',
    description: 'For balancers: red while the service stops, and while its store cannot be reached or cannot write.',
    answers: {
      200: status('Send requests.', 'ready'),
      503: status('Send none.', 'stopping', 'store unreachable', 'store cannot write'),
    },
  },
  {
    path: '/metrics',
    operationId: 'readMetrics',
    summary: 'Metrics for Prometheus',
    description: 'Counts and times in the Prometheus text format. Keep it from the public with your proxy.',
    answers: { 200: { description: 'A line for each series.', type: 'text/plain', schema: Type.String() } },
  },
  {
    path: '/.well-known/jwks.json',
    operationId: 'listSigningKeys',
    summary: 'The public keys that verify tokens',
    description: 'A JSON Web Key Set (RFC 7517). A retired key stays until its last token has expired.',
    answers: {
      200: {
        description: 'May be kept for five minutes.',
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
    answers: {
      200: { description: 'The document.', type: JSON_TYPE, schema: Type.Object({ openapi: Type.String() }) },
    },
  },
  {
    path: '/docs',
    operationId: 'readReference',
    summary: 'The reference, for people',
    description: 'This document as one page.',
    answers: { 200: page('The page.') },
  },
  {
    path: '/docs/errors',
    operationId: 'readErrors',
    summary: 'The error codes, for people',
    description: 'A section for each code, where `error.docs` points to.',
    answers: { 200: page('The page.') },
  },
]

const describeServed = ({ description, type, schema }: Served, { refer }: NamedSchemas): Response => ({
  description,
  headers: referToHeaders(['X-Request-Id']),
  content: { [type]: { schema: refer(schema) } },
})

export const describeServicePaths = (names: NamedSchemas): Readonly<Record<string, PathItem>> =>
  Object.fromEntries(
    SERVICE_PATHS.map(({ path, answers, ...about }) => {
      const responses = Object.entries(answers).map(([code, served]) => [code, describeServed(served, names)])
      const get: Operation = { ...about, tags: ['Service'], security: [], responses: Object.fromEntries(responses) }
      return [path, { get }]
    }),
  )
