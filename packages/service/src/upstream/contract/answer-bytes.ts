// The text of an answer as bytes of UTF-8, for who looks for a few things in much of it: mostly they are the bytes that came.

import { createAttached } from '../../runtime/collections/create-attached.ts'
import type { Answer } from './call.ts'

const known = createAttached<Answer, () => Buffer>()

/** For who makes an answer of bytes. */
export const tellUtf8 = (answer: Answer, utf8: () => Buffer): void => known.set(answer, utf8)

const cut = createAttached<Answer, true>()

/** For who makes an answer of the start of a body. */
export const tellCut = (answer: Answer): void => cut.set(answer, true)

/** Whether there is more of the body than the answer has; only of a call that said that it may be. */
export const isCutAnswer = (answer: Answer): boolean => cut.get(answer) === true

/** To be read as long as the answer is. */
export const utf8OfAnswer = (answer: Answer): Buffer => known.get(answer)?.() ?? Buffer.from(answer.text())
