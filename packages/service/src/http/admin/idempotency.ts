// Safe retries of requests that create something: the same Idempotency-Key with the same request gets the stored
// response, for a day. A response may contain a key, a token or a secret. The stored copy is sealed under a secret that
// includes the Idempotency-Key, so that only a client that sends the key again can open it.
// https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07

import { createHash } from 'node:crypto'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { ApiError } from '../../errors.ts'
import type { Peppers } from '../../licensing/keys/pepper.ts'
import { openUnderPepper, type SealedFor, sealUnderPepper } from '../../licensing/keys/seal-under-pepper.ts'
import { ANSWER_KEPT_MS, type Answering, type Store } from '../../storage/store.ts'
import { wrongField } from './wrong-field.ts'

export const IDEMPOTENCY_KEY = 'Idempotency-Key'

/** Section 2.1: a string as in structured fields, with quotation marks. Most clients omit them. */
const KEY = /^(?:"(?<quoted>[ !#-[\]-~]{1,255})"|(?<bare>[!#-[\]-~]{1,255}))$/
/** Seconds after which to retry while the first request is in progress. */
const RETRY_AFTER_SECONDS = 1

/** The key of a request, if it has one. Throws `invalid_request`. */
export const readIdempotencyKey = (field: string | readonly string[] | undefined): string | undefined => {
  if (field === undefined) return undefined
  const { quoted, bare } = KEY.exec(String(field))?.groups ?? {}
  const key = quoted ?? bare
  if (key !== undefined) return key
  throw wrongField(
    IDEMPOTENCY_KEY,
    'must be 1 to 255 printable ASCII characters without quotation marks and backslashes',
  )
}

export type KeyedRequest = {
  readonly key: string
  /** The operator that the key belongs to: keys of other operators are different keys. */
  readonly operator: string
  readonly method: string
  readonly url: string
  readonly body: unknown
}

export type Idempotency = {
  /** Returns the stored response, or performs the request and stores its response with the change. Throws
   * `idempotency_key_reused` if another request had the key, and `idempotency_key_in_use` while that request is in
   * progress. A refused request changed nothing and is performed again. */
  once<D>(request: KeyedRequest, perform: (toResponse: Answering<D>) => Promise<D>): Promise<D>
}

export type IdempotencyOptions = {
  readonly responses: Pick<Store['responses'], 'find'>
  readonly peppers: Peppers
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The sealed content. */
type Kept<D> = { readonly request: string; readonly data: D }

export const createIdempotency = ({ responses, peppers, now, randomBytes }: IdempotencyOptions): Idempotency => {
  /** Requests in progress in this process. Between processes, the store accepts only one change. */
  const underWay = new Set<string>()

  return {
    async once<D>(
      { key, operator, method, url, body }: KeyedRequest,
      perform: (toResponse: Answering<D>) => Promise<D>,
    ) {
      // Names contain no line breaks.
      const owned = `${operator}\n${key}`
      const id = hashOf(owned)
      const request = hashOf(`${method} ${url}\n${JSON.stringify(body)}`)
      const sealedFor: SealedFor = { purpose: `answer to ${owned}`, aad: id }

      const findResponse = async (): Promise<{ readonly data: D } | undefined> => {
        const found = await responses.find(id)
        if (found === undefined || found.givenAt <= now() - ANSWER_KEPT_MS) return undefined
        const opened = openUnderPepper(peppers, found.sealed, sealedFor)
        if (opened === undefined) {
          const message = 'The response to this request was stored under a LICENSE_PEPPER that is no longer set'
          throw new ApiError('conflict', { message })
        }
        const kept = JSON.parse(opened.toString()) as Kept<D>
        if (kept.request !== request) throw new ApiError('idempotency_key_reused')
        return kept
      }

      const keep: Answering<D> = (data) => {
        const kept: Kept<D> = { request, data }
        const sealed = sealUnderPepper(peppers.current, Buffer.from(JSON.stringify(kept)), sealedFor, randomBytes)
        return { key: id, sealed, givenAt: now() }
      }

      if (underWay.has(id)) {
        throw new ApiError('idempotency_key_in_use', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      }
      underWay.add(id)
      try {
        const found = await findResponse()
        return found ? found.data : await perform(keep)
      } catch (error) {
        if (error instanceof ApiError) throw error
        // Another process may have been first, and its change may be what conflicts.
        const found = await findResponse()
        if (found === undefined) throw error
        return found.data
      } finally {
        underWay.delete(id)
      }
    },
  }
}
