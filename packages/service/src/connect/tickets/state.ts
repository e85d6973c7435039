// The parameter `state` (RFC 6749, section 10.12): sealed, and bound to one ticket, one browser and one platform. It
// holds no secret of the exchange; those are in the ticket.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { open, seal } from '../../crypto/seal.ts'

export type FlowState = {
  readonly ticketId: string
  readonly cookieHash: string
  readonly platform: string
  readonly host: string | null
  readonly nonce: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

export type States = {
  seal(state: FlowState): string
  /** undefined for anything that this service did not seal. */
  open(text: string): FlowState | undefined
}

/** TikTok and Meta carry this much. */
export const MAX_STATE = 512
const CONTEXT = 'connect state'

type Short = readonly [string, string, string, string, string, number]

export const createStates = (keys: readonly Buffer[], randomBytes: RandomBytes): States => {
  const [key] = keys
  if (key === undefined) throw new TypeError('States need a key')
  return {
    seal({ ticketId, cookieHash, platform, host, nonce, at }) {
      const short: Short = [ticketId, cookieHash, platform, host ?? '', nonce, at]
      return seal(key, Buffer.from(JSON.stringify(short)), CONTEXT, randomBytes)
    },
    open(text) {
      // Instagram appends `#_` to its redirects, which some clients keep.
      const bare = text.replace(/#_$/, '')
      if (bare.length > MAX_STATE) return undefined
      for (const each of keys) {
        const opened = open(each, bare, CONTEXT)
        if (opened) {
          const [ticketId, cookieHash, platform, host, nonce, at] = JSON.parse(opened.toString()) as Short
          return { ticketId, cookieHash, platform, host: host === '' ? null : host, nonce, at }
        }
      }
      return undefined
    },
  }
}
