// The text of an answer as bytes of UTF-8, for who looks for a few things in much of it: mostly they are the bytes that came.

import { createWeakMetadata } from '../../runtime/collections/weak-metadata.ts'
import type { Response } from './call.ts'

const known = createWeakMetadata<Response, () => Buffer>()

/** For who makes an answer of bytes. */
export const tellUtf8 = (response: Response, utf8: () => Buffer): void => known.set(response, utf8)

const cut = createWeakMetadata<Response, true>()

/** For who makes an answer of the start of a body. */
export const tellCut = (response: Response): void => cut.set(response, true)

/** Whether there is more of the body than the answer has; only of a call that said that it may be. */
export const isCutResponse = (response: Response): boolean => cut.get(response) === true

/** To be read as long as the answer is. */
export const utf8OfResponse = (response: Response): Buffer => known.get(response)?.() ?? Buffer.from(response.text())
