// packages/client/src/wire.ts and error-table.ts: request and response types, from the service’s schemas and error table.

import { ERROR_CODES, ERRORS } from '../../packages/service/src/errors.ts'
import { API_PREFIX, ENDPOINTS } from '../../packages/service/src/http/endpoints.ts'
import { createOpenapi } from '../../packages/service/src/http/openapi/create-openapi.ts'
import type { MediaType, Operation, Schema } from '../../packages/service/src/http/openapi/document.ts'
import type { GeneratedDocument } from './document.ts'
import { writeComment, writeType } from './write-type.ts'

const HEAD = '// Made by `npm run docs` from the service’s schemas. Do not edit.\n\n'

/** Path of the endpoint → the client’s names for its request and data. `load-more-posts` returns the same as `scan-profile`. */
const NAMES: Readonly<Record<string, { readonly request: string; readonly data?: string }>> = {
  '/auth/token': { request: 'TokenRequest', data: 'TokenData' },
  '/recognize': { request: 'RecognizeRequest', data: 'Recognized' },
  '/scan-profile': { request: 'ScanRequest' },
  '/load-more-posts': { request: 'LoadMoreRequest' },
  '/posts': { request: 'ChosenRequest', data: 'ChosenPosts' },
  '/validate-link': { request: 'ValidateRequest', data: 'FoundLink' },
  '/validate-post': { request: 'ValidatePostRequest', data: 'FoundPost' },
  '/account': { request: 'AccountRequest', data: 'Account' },
  '/connect': { request: 'ConnectRequest', data: 'ConnectStart' },
  '/connections': { request: 'ConnectionsRequest', data: 'Connections' },
}

/** Schemas without a generated type: the client defines the envelope itself. */
const LEFT_OUT: ReadonlySet<string> = new Set(['Error'])

/** A field of an object → fields of it that services of version 1.0.0 do not return. */
const NEWER: Readonly<Record<string, readonly string[]>> = {
  movedTo: ['kind', 'owner'],
  keepsPictures: ['kinds', 'unsupported'],
  usage: ['connections'],
}

/** The schema with its newer fields optional, at any depth. */
const withNewer = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema), (_, value) => {
    if (!Array.isArray(value?.required)) return value
    const newer = new Set(Object.keys(value.properties ?? {}).flatMap((name) => NEWER[name] ?? []))
    return { ...value, required: value.required.filter((name: string) => !newer.has(name)) }
  })

const declare = (name: string, schema: Schema): string => {
  const { description } = schema
  return `${writeComment(typeof description === 'string' ? description : undefined)}export type ${name} = ${writeType(withNewer(schema))}\n`
}

const jsonOf = (content: Readonly<Record<string, MediaType>> | undefined): Schema =>
  content?.['application/json']?.schema ?? {}

const dataOf = ({ responses }: Operation): Schema =>
  (jsonOf(responses[200]?.content).properties as Readonly<Record<string, Schema>>).data ?? {}

const writeWire = (): string => {
  const { paths, components } = createOpenapi({ baseUrl: '', prefix: API_PREFIX, endpoints: ENDPOINTS })
  const named = Object.entries(components.schemas).filter(([name]) => !LEFT_OUT.has(name))
  const ofEndpoints = Object.entries(NAMES).flatMap(([path, { request, data }]) => {
    const operation = paths[`${API_PREFIX}${path}`]?.post
    if (operation === undefined) throw new RangeError(`There is no endpoint ${path}`)
    const body = declare(request, jsonOf(operation.requestBody?.content))
    return data === undefined ? [body] : [body, declare(data, dataOf(operation))]
  })
  return HEAD + [...named.map(([name, schema]) => declare(name, schema)), ...ofEndpoints].join('\n')
}

const writeErrorTable = (): string => {
  const rows = ERROR_CODES.map((code) => {
    const { status, retryable } = ERRORS[code]
    return `  ${code}: { status: ${status}, retryable: ${retryable} },\n`
  })
  return `${HEAD}/** The codes that the service knew when this client was made; a newer service may know more. */
export const ERRORS = {
${rows.join('')}} as const satisfies Readonly<Record<string, { readonly status: number; readonly retryable: boolean }>>

export type ErrorCode = keyof typeof ERRORS
`
}

export const clientTypes: readonly GeneratedDocument[] = [
  { path: 'packages/client/src/wire.ts', generate: writeWire },
  { path: 'packages/client/src/error-table.ts', generate: writeErrorTable },
]
