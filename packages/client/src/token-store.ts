// The cache of tokens and rejected keys: in the memory of this process, or in a store that several processes share.

/** A custom cache, such as Redis, a table or a file. It may lose values; its exceptions are reported to the log. */
export type TokenStore = {
  get(name: string): Promise<string | null | undefined> | string | null | undefined
  /** Stores a value for at most so many seconds. The value contains a token: protect it like a password. */
  set(name: string, value: string, seconds: number): Promise<void> | void
}

/** A cached token, or a cached rejection of the key. */
export type CachedSession =
  | { readonly token: string; readonly until: number }
  | {
      readonly refused: {
        readonly code: string
        readonly message: string
        readonly status: number | undefined
        readonly docs?: string | undefined
      }
      readonly until: number
    }

/** A 53-bit hash (cyrb53), which does not reveal the text. */
const digest = (text: string): string => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

/** Cache key for a service, license key and site. A changed license key therefore starts with an empty cache. */
export const cacheKeyOf = (...parts: readonly string[]): string => `central-api-${digest(JSON.stringify(parts))}`

/** Parses a stored value. Stores may return bytes, decoded JSON, or JSON that was encoded twice. */
const parse = (stored: unknown): unknown => {
  const text = stored instanceof Uint8Array ? new TextDecoder().decode(stored) : stored
  const value = typeof text === 'string' ? JSON.parse(text) : text
  return typeof value === 'string' ? JSON.parse(value) : value
}

/** Returns undefined if nothing is stored. Throws if the value does not come from this client. */
export const parseCached = (stored: unknown): CachedSession | undefined => {
  if (stored === null || stored === undefined || stored === '') return undefined
  const cached = parse(stored) as Partial<Record<'token' | 'refused' | 'until', unknown>> | null
  const isValid = typeof cached?.token === 'string' || (typeof cached?.refused === 'object' && cached.refused !== null)
  if (isValid && typeof cached?.until === 'number') return cached as CachedSession
  throw new TypeError('The token store returned a value that this client did not store')
}
