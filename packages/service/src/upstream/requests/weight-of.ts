// What reading an answer costs, told from its bytes alone: whether it is read on the event loop, or is work for a thread.

import { createWeakMetadata } from '../../runtime/collections/weak-metadata.ts'
import type { Response } from '../contract/call.ts'
import { asBuffer, sourceOfResponse } from './receive-response.ts'

/** What one page may be made of on the event loop. Twenty articles of five kilobytes are; reading as much as that takes 4 to
 * 8 ms, and 15 where it was made to be slow. */
export const LIGHT = { bytes: 128 * 1024, marks: 2_500 } as const

export type Weight = { readonly [name in keyof typeof LIGHT]: number }

export const NO_WEIGHT: Weight = { bytes: 0, marks: 0 }
export const HEAVIEST: Weight = { bytes: Number.POSITIVE_INFINITY, marks: 0 }

/** Where the work is: each tag, reference, list and object takes microseconds, whatever it holds. A `<` may be written `\u003c`. */
const MARKS: readonly (number | string)[] = [...Buffer.from('<&[{'), '\\u']

/** How many there are, counted to one more than is light. From mark to mark: what is between them is passed over without
 * looking at each byte here. */
export const marksOf = (body: Buffer): number => {
  let marks = 0
  for (const mark of MARKS) {
    for (let at = body.indexOf(mark); at !== -1 && marks <= LIGHT.marks; at = body.indexOf(mark, at + 1)) marks += 1
  }
  return marks
}

const weights = createWeakMetadata<Response, Weight>()

/** Marks are counted no further than they matter: not where the bytes alone are too many. */
export const weightOf = (response: Response): Weight => {
  const held = weights.get(response)
  if (held) return held
  const received = sourceOfResponse(response)?.received
  if (received === undefined) return NO_WEIGHT
  const { body, gzip } = received
  const bytes = gzip?.reportedBytes ?? body.length
  const weight = { bytes, marks: bytes > LIGHT.bytes ? 0 : marksOf(asBuffer(body)) }
  weights.set(response, weight)
  return weight
}

export const addWeights = (one: Weight, other: Weight): Weight => ({
  bytes: one.bytes + other.bytes,
  marks: one.marks + other.marks,
})

export const isHeavy = ({ bytes, marks }: Weight): boolean => bytes > LIGHT.bytes || marks > LIGHT.marks
