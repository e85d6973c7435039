// The text of a response as UTF-8 bytes, for code that searches a large body for a few things. Usually these are the
// received bytes.

import { createWeakMetadata } from '../../runtime/collections/weak-metadata.ts'
import type { Response } from './call.ts'

const known = createWeakMetadata<Response, () => Buffer>()

/** For code that makes a response from bytes. */
export const setUtf8 = (response: Response, utf8: () => Buffer): void => known.set(response, utf8)

const cut = createWeakMetadata<Response, true>()

/** For code that makes a response from the start of a body. */
export const markCut = (response: Response): void => cut.set(response, true)

/** Whether the body was cut; only for a call with `mayBeCut`. */
export const isCutResponse = (response: Response): boolean => cut.get(response) === true

/** Valid as long as the response is. */
export const utf8OfResponse = (response: Response): Buffer => known.get(response)?.() ?? Buffer.from(response.text())
