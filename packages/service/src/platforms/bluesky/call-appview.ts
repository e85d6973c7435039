// One query to Bluesky's public AppView.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import type { Answer, Ask, Call } from '../../upstream/contract/call.ts'

export const APPVIEW = 'https://public.api.bsky.app'

/** The answer to a query (XRPC method and parameters). */
export const callAppView = (
  ask: Ask,
  method: string,
  query: NonNullable<Call['query']>,
  about: 'profile' | 'post' = 'profile',
): Promise<Answer> => ask({ url: `${APPVIEW}/xrpc/${method}`, query, about })

export const bodyOf = (answer: Answer): JsonObject => jsonObject(answer.json())
