// What the APIs of Meta have in common: their hosts, their version, and answers that may refuse some of the fields that were
// asked for. https://developers.facebook.com/docs/graph-api/guides/error-handling

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { Type } from '../../parsing/type.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'

export const GRAPH = 'https://graph.facebook.com'

const DEFAULT_VERSION = 'v26.0'
const VERSION = /^v\d{1,3}\.\d{1,2}$/

/** Settings that platforms of Meta share. */
export const MetaSettings = {
  META_GRAPH_VERSION: Type.String({
    default: DEFAULT_VERSION,
    description: 'Version of Meta’s Graph API; each lasts about two years',
  }),
  META_APP_ID: Type.String({
    default: '',
    description: 'Id of the application at Meta, with which user tokens are renewed before they end',
  }),
  META_APP_SECRET: Type.String({
    default: '',
    description: 'Secret of that application, which also proves each call; one for each token where they differ',
  }),
}

/** Throws an Error that names the setting. */
export const requireVersion = (version: string): void => {
  if (!VERSION.test(version)) throw new Error(`META_GRAPH_VERSION must be a version such as ${DEFAULT_VERSION}`)
}

export const graphUrl = ({ META_GRAPH_VERSION }: { readonly META_GRAPH_VERSION: string }, path: string): string =>
  `${GRAPH}/${META_GRAPH_VERSION}/${path}`

export type GraphError = {
  readonly code: number | undefined
  readonly subcode: number | undefined
  /** In the language of whoever made the token: only its numbers and names tell anything. */
  readonly message: string
}

/** What an answer of whatever status says went wrong; undefined when it is the answer. */
export const graphErrorOf = (response: Response): GraphError | undefined => {
  const { error } = jsonObject(response.json())
  if (response.status < 300 && (error === undefined || error === null)) return undefined
  const { code, error_subcode: subcode, message } = jsonObject(error)
  return { code: numberOf(code), subcode: numberOf(subcode), message: typeof message === 'string' ? message : '' }
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** An object that is not there, or not for whoever asks: nothing tells the two apart. */
export const isUnknownObject = ({ code, subcode, message }: GraphError): boolean =>
  code === 803 || (code === 100 && (subcode === 33 || /Object does not exist/.test(message)))

/** A field that this version has not, or that is not for whoever asks. */
const isOfAField = (error: GraphError): boolean => error.code === 100 && !isUnknownObject(error)

export type FieldsCase = {
  /** Every other error that no row of the source names, and the last refusal of a field. */
  readonly onError?: (error: GraphError) => Promise<never> | never
  /** Before fewer fields are asked for: throws where that is in vain. */
  readonly beforeRetry?: () => Promise<unknown>
  /** The call begins at a cursor that an answer before gave. */
  readonly isBehindCursor?: boolean
}

/**
 * Asks for the fields, and where one of them is refused for the next, fewer ones. What refuses the fewest behind a cursor
 * refuses the cursor, in whatever words: without one they are answered. Throws what the case throws, and Refused.
 */
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
    // Nothing of Graph's: it tells nothing of what was asked for.
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

/** What no row and no platform knows better. */
export const failBroken = ({ code }: GraphError): never => {
  throw new Refused('broken', { message: `The platform refused the call (${code ?? 'without a code'}).` })
}
