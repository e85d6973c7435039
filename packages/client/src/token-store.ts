// Where tokens are kept: in this process if nothing else is said, or where several processes find them.

/** A cache of your own: Redis, a table, a file. What it loses is got anew; what it throws is told to the log. */
export type TokenStore = {
  get(name: string): Promise<string | null | undefined> | string | null | undefined
  /** To be kept for so many seconds at most. Holds a token: treat it as a password. */
  set(name: string, value: string, seconds: number): Promise<void> | void
}

/** What is kept: a token, or that the key was refused. */
export type Held =
  | { readonly token: string; readonly until: number }
  | {
      readonly refused: { readonly code: string; readonly message: string; readonly status: number | undefined }
      readonly until: number
    }

/** 53 bits of the text (cyrb53): a name for it that tells nothing of it. */
const digest = (text: string): string => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

/** Another service, key or site has another name, so a key that is changed begins anew. */
export const nameOf = (...parts: readonly string[]): string => `central-api-${digest(JSON.stringify(parts))}`

/** A store may give bytes, and may give what is JSON back as what it says, or wrapped in JSON once more. */
const unwrap = (found: unknown): unknown => {
  const text = found instanceof Uint8Array ? new TextDecoder().decode(found) : found
  const value = typeof text === 'string' ? JSON.parse(text) : text
  return typeof value === 'string' ? JSON.parse(value) : value
}

/** Undefined where nothing is kept. Throws where what is kept is nothing that the client has put there. */
export const readHeld = (found: unknown): Held | undefined => {
  if (found === null || found === undefined || found === '') return undefined
  const held = unwrap(found) as Partial<Record<'token' | 'refused' | 'until', unknown>> | null
  const isWhole = typeof held?.token === 'string' || (typeof held?.refused === 'object' && held.refused !== null)
  if (isWhole && typeof held?.until === 'number') return held as Held
  throw new TypeError('The store gives something that was not put there')
}
