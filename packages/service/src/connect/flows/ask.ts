// Calls a platform's API during a consent. Responses and tokens appear in no error.

import { ApiError } from '../../errors.ts'
import { parseJson } from '../../parsing/parse-json.ts'
import { ConnectFault } from '../oauth/connect-fault.ts'
import type { GuardedFetch } from '../oauth/guarded-fetch.ts'
import type { Ask } from './flow.ts'

const toFault = (error: unknown): ConnectFault => {
  const isTimeout = error instanceof ApiError && error.code === 'link_timeout'
  const reason = error instanceof ApiError ? error.code : 'unknown'
  return new ConnectFault(isTimeout ? 'platform_timeout' : 'platform_error', { reason })
}

const STATUS_FAULTS: Readonly<Record<number, 'platform_unauthorized' | 'platform_rate_limited'>> = {
  401: 'platform_unauthorized',
  403: 'platform_unauthorized',
  429: 'platform_rate_limited',
}

export const createAsk =
  (call: GuardedFetch): Ask =>
  async ({ url, query = {}, form, json, headers = {} }) => {
    const target = new URL(url)
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
    const response = await call(target.href, {
      headers,
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    }).catch((error: unknown) => {
      throw toFault(error)
    })
    const { status } = response
    if (status !== 200 && status !== 201)
      throw new ConnectFault(STATUS_FAULTS[status] ?? 'platform_error', { reason: `status.${status}` })
    const value = readObject(await response.text())
    if (value === undefined) throw new ConnectFault('platform_error', { reason: 'no_json' })
    return value
  }

const readObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value = parseJson(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
