// One query to Bluesky's public AppView.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'

export const APPVIEW = 'https://public.api.bsky.app'

/** `method`: of XRPC. */
export const callAppView = (
  send: Send,
  method: string,
  query: NonNullable<Call['query']>,
  about: 'profile' | 'post' = 'profile',
): Promise<Response> => send({ url: `${APPVIEW}/xrpc/${method}`, query, about })

export const bodyOf = (response: Response): JsonObject => jsonObject(response.json())
