// An endpoint of the table → its operation in the document, with all statuses and the codes behind them.

import type { TObject } from 'typebox'
import { ApiError, ERRORS, type ErrorCode, type ErrorDetails } from '../../errors.ts'
import { Type } from '../../parsing/type.ts'
import { COMMON_CODES, callerCodesOf, type Endpoint } from '../endpoint.ts'
import { errorEnvelope, Ok } from '../envelope.ts'
import { Cursor } from '../scan-profile/schema.ts'
import type { Example, Operation, Response } from './document.ts'
import { ANSWERS, REQUESTS } from './examples.ts'
import { headersOfErrors, headersOfResponse, referToHeaders } from './headers.ts'
import type { NamedSchemas } from './name-schemas.ts'

const JSON_TYPE = 'application/json'

const TAGS = { scans: 'Scanning', validations: 'Validation' } as const

const tagOf = ({ meter, needsToken }: Pick<Endpoint, 'meter' | 'needsToken'>): string => {
  if (meter) return TAGS[meter]
  return needsToken ? 'Account' : 'Tokens'
}

/** `/scan-profile` → `scanProfile`. */
export const operationIdOf = (path: string): string =>
  path.slice(1).replace(/[/-]([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Every code that the endpoint may return, in the order of the error table. */
export const codesOf = (endpoint: Pick<Endpoint, 'codes' | 'meter' | 'needsToken'>): readonly ErrorCode[] => {
  const possible = new Set<string>([...COMMON_CODES, ...callerCodesOf(endpoint), ...endpoint.codes])
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => possible.has(code))
}

/** The body as a client must send it: a field with an error code of its own is required, too. */
export const documentedBody = ({ body, codes }: Pick<Endpoint, 'body' | 'codes'>): TObject =>
  codes.includes('cursor_required') ? Type.Object({ ...body.properties, cursor: Cursor }) : body

const DETAILS: Partial<Record<ErrorCode, ErrorDetails>> = {
  invalid_request: [{ field: 'handle', message: 'is required' }],
  cursor_required: [{ field: 'cursor', message: 'is required' }],
  profile_unsupported: { kind: 'person' },
  link_status: { status: 404, url: 'https://example.com/gone' },
}

const errorExample = (code: ErrorCode, baseUrl: string): Example => {
  const details = DETAILS[code]
  const error = new ApiError(code, details === undefined ? {} : { details })
  return { summary: ERRORS[code].title, value: errorEnvelope(error, baseUrl) }
}

const describeErrors = (
  status: number,
  codes: readonly ErrorCode[],
  endpoint: Pick<Endpoint, 'meter' | 'holdsSecret' | 'readsConnections'>,
  baseUrl: string,
): Response => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join('\n\n'),
  headers: referToHeaders(headersOfErrors(status, codes, endpoint)),
  content: {
    [JSON_TYPE]: {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Error' },
          { properties: { error: { properties: { code: { enum: codes } } } } },
        ],
      },
      examples: Object.fromEntries(codes.map((code) => [code, errorExample(code, baseUrl)])),
    },
  },
})

/** The error responses of all codes, by status. */
export const describeAllErrors = (
  codes: readonly ErrorCode[],
  endpoint: Pick<Endpoint, 'meter' | 'holdsSecret' | 'readsConnections'>,
  baseUrl: string,
): Readonly<Record<string, Response>> => {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((one, other) => one - other)
  const ofStatus = (status: number) => codes.filter((code) => ERRORS[code].status === status)
  return Object.fromEntries(
    statuses.map((status) => [status, describeErrors(status, ofStatus(status), endpoint, baseUrl)]),
  )
}

export const describeEndpoint = (endpoint: Endpoint, { refer }: NamedSchemas, baseUrl: string): Operation => {
  const { path, summary, description, data, meter, needsToken } = endpoint
  const codes = codesOf(endpoint)
  const response = ANSWERS[path]
  return {
    operationId: operationIdOf(path),
    tags: [tagOf(endpoint)],
    summary,
    description,
    security: meter || needsToken ? [{ bearer: [] }] : [],
    requestBody: {
      required: true,
      content: {
        [JSON_TYPE]: {
          schema: refer(documentedBody(endpoint)),
          examples: REQUESTS[path] ?? { plain: { value: endpoint.example } },
        },
      },
    },
    responses: {
      200: {
        description: 'Success.',
        headers: referToHeaders(headersOfResponse(endpoint)),
        content: {
          [JSON_TYPE]: {
            schema: refer(Ok(data)),
            ...(response !== undefined && { examples: { plain: { value: { ok: true, data: response } } } }),
          },
        },
      },
      ...describeAllErrors(codes, endpoint, baseUrl),
    },
  }
}
