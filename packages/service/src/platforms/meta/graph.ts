// What Meta's APIs have in common: host, version, and responses that may refuse some of the requested fields.
// https://developers.facebook.com/docs/graph-api/guides/error-handling

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { Type } from '../../parsing/type.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'

export const GRAPH = 'https://graph.facebook.com'

const DEFAULT_VERSION = 'v26.0'
const VERSION = /^v\d{1,3}\.\d{1,2}$/

/** Settings that Meta's platforms share. */
export const MetaSettings = {
  META_GRAPH_VERSION: Type.String({
    default: DEFAULT_VERSION,
    description: 'Version of Meta’s Graph API. Meta supports each version for about two years',
  }),
  META_APP_ID: Type.String({
    default: '',
    description: 'Id of your Meta app. The service uses it to renew user tokens before they expire',
  }),
  META_APP_SECRET: Type.String({
    default: '',
    description: 'Secret of that app, which also proves each call. Set one per token if they differ',
  }),
}

/** Throws an Error that names the setting. */
export const requireVersion = (version: string): void => {
  if (!VERSION.test(version)) throw new Error(`META_GRAPH_VERSION must be a version such as ${DEFAULT_VERSION}`)
}

export const graphUrl = ({ META_GRAPH_VERSION }: { readonly META_GRAPH_VERSION: string }, path: string): string =>
  `${GRAPH}/${META_GRAPH_VERSION}/${path}`

/** In a URL: the account that the token acts as. */
export const OWN = '{own}'

export type GraphError = {
  readonly code: number | undefined
  readonly subcode: number | undefined
  /** In the language of the token's owner, so only its numbers and names are reliable. */
  readonly message: string
}

/** The error of a response, whatever its status; undefined when there is none. */
export const graphErrorOf = (response: Response): GraphError | undefined => {
  const { error } = jsonObject(response.json())
  if (response.status < 300 && (error === undefined || error === null)) return undefined
  const { code, error_subcode: subcode, message } = jsonObject(error)
  return { code: numberOf(code), subcode: numberOf(subcode), message: typeof message === 'string' ? message : '' }
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The object does not exist, or the token may not read it: Meta does not tell which. */
export const isUnknownObject = ({ code, subcode, message }: GraphError): boolean =>
  code === 803 || (code === 100 && (subcode === 33 || /Object does not exist/.test(message)))

/** A field that this version does not have or the token may not read. */
const isOfAField = (error: GraphError): boolean => error.code === 100 && !isUnknownObject(error)

export type FieldsCase = {
  /** Handles all other errors that no row names, and the last refusal of a field. */
  readonly onError?: (error: GraphError) => Promise<never> | never
  /** Called before the request for fewer fields; throws if that would be useless. */
  readonly beforeRetry?: () => Promise<unknown>
  /** The call starts at a cursor from an earlier response. */
  readonly isBehindCursor?: boolean
}

/** Requests the first list of fields; if a field is refused, the next, shorter list. If even the shortest list is
 * refused behind a cursor, the cursor itself is invalid: without a cursor these fields work. Throws what the handlers
 * throw, and Refused. */
export const requestFields = async (
  send: Send,
  callFor: (fields: string) => Call,
  fields: readonly [string, ...string[]],
  { onError = failBroken, beforeRetry = async () => {}, isBehindCursor = false }: FieldsCase = {},
): Promise<{ readonly body: JsonObject; readonly response: Response }> => {
  for (const [at, each] of fields.entries()) {
    const response = await send({ ...callFor(each), answers: [400, 404] })
    const error = graphErrorOf(response)
    if (error === undefined) return { body: jsonObject(response.json()), response }
    // Not a response of the Graph API, so it says nothing about the object.
    if (error.code === undefined) return failBroken(error)
    if (!isOfAField(error)) await onError(error)
    else if (at === fields.length - 1) await (isBehindCursor ? failCursor() : onError(error))
    await beforeRetry()
  }
  throw new Refused('broken')
}

const failCursor = (): never => {
  throw new Refused('invalid_cursor')
}

/** For errors that neither a row nor a platform handles. */
export const failBroken = ({ code }: GraphError): never => {
  throw new Refused('broken', { message: `The platform refused the call (${code ?? 'without a code'}).` })
}
