// Requests that make something and may be sent twice, because an answer may be lost: the same Idempotency-Key with the same
// request gets the answer that was given, for a day. An answer may hold a key, a token or a secret, and what the store keeps of
// it opens only for whoever sends the Idempotency-Key again: it is a part of the secret that the answer is sealed under.
// https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07

import { createHash } from 'node:crypto'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { ApiError } from '../../errors.ts'
import type { Peppers } from '../../licensing/keys/pepper.ts'
import { openUnderPepper, type SealedFor, sealUnderPepper } from '../../licensing/keys/seal-under-pepper.ts'
import { ANSWER_KEPT_MS, type Answering, type Store } from '../../storage/store.ts'

export const IDEMPOTENCY_KEY = 'Idempotency-Key'

/** Section 2.1: a string as structured fields write it, in quotation marks; most clients leave them out. */
const KEY = /^(?:"(?<quoted>[ !#-[\]-~]{1,255})"|(?<bare>[!#-[\]-~]{1,255}))$/
/** When to ask again that is under way, in seconds. */
const RETRY_AFTER_SECONDS = 1

/** The key of a request, if it has one; throws `invalid_request`. */
export const readIdempotencyKey = (field: string | readonly string[] | undefined): string | undefined => {
  if (field === undefined) return undefined
  const { quoted, bare } = KEY.exec(String(field))?.groups ?? {}
  const key = quoted ?? bare
  if (key !== undefined) return key
  const message = 'must be 1 to 255 printable ASCII characters without quotation marks and backslashes'
  throw new ApiError('invalid_request', { details: [{ field: IDEMPOTENCY_KEY, message }] })
}

export type KeyedRequest = {
  readonly key: string
  /** Whose key it is: those of others are others. */
  readonly operator: string
  readonly method: string
  readonly url: string
  readonly body: unknown
}

export type Idempotency = {
  /** What the request was answered, or what performing it comes to, which is then kept with the change that it makes. Throws
   * `idempotency_key_reused` where the key was another request's, and `idempotency_key_in_use` where it is under way; what was
   * refused changed nothing, and is performed anew. */
  once<D>(request: KeyedRequest, perform: (answering: Answering<D>) => Promise<D>): Promise<D>
}

export type IdempotencyOptions = {
  readonly responses: Pick<Store['responses'], 'find'>
  readonly peppers: Peppers
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What is sealed. */
type Kept<D> = { readonly request: string; readonly data: D }

export const createIdempotency = ({ responses, peppers, now, randomBytes }: IdempotencyOptions): Idempotency => {
  /** In this process. Of two in different ones the store lets one have its change. */
  const underWay = new Set<string>()

  return {
    async once<D>(
      { key, operator, method, url, body }: KeyedRequest,
      perform: (answering: Answering<D>) => Promise<D>,
    ) {
      // A name has no line break in it.
      const owned = `${operator}\n${key}`
      const id = hashOf(owned)
      const request = hashOf(`${method} ${url}\n${JSON.stringify(body)}`)
      const sealedFor: SealedFor = { purpose: `answer to ${owned}`, aad: id }

      const findResponse = async (): Promise<{ readonly data: D } | undefined> => {
        const found = await responses.find(id)
        if (found === undefined || found.givenAt <= now() - ANSWER_KEPT_MS) return undefined
        const opened = openUnderPepper(peppers, found.sealed, sealedFor)
        if (opened === undefined) {
          const message = 'This was answered before, under a LICENSE_PEPPER that is not there any more'
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
        // Another process may have been first, and what it made may be what stands in the way.
        const found = await findResponse()
        if (found === undefined) throw error
        return found.data
      } finally {
        underWay.delete(id)
      }
    },
  }
}
