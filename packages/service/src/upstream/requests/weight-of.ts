// Estimates the cost of reading a response from its bytes, to decide between the event loop and a thread.

import { createWeakMetadata } from '../../runtime/collections/weak-metadata.ts'
import type { Response } from '../contract/call.ts'
import { asBuffer, sourceOfResponse } from './receive-response.ts'

/** The most that one page may read on the event loop. Twenty articles of 5 kB are within it. Reading as much takes 4 to
 * 8 ms, or 15 ms for a hostile body. */
export const LIGHT = { bytes: 128 * 1024, marks: 2_500 } as const

export type Weight = { readonly [name in keyof typeof LIGHT]: number }

export const NO_WEIGHT: Weight = { bytes: 0, marks: 0 }
export const HEAVIEST: Weight = { bytes: Number.POSITIVE_INFINITY, marks: 0 }

/** The syntax that costs time: each tag, reference, list and object takes microseconds, whatever its content. `<` may
 * be written `\u003c`. */
const MARKS: readonly (number | string)[] = [...Buffer.from('<&[{'), '\\u']

/** Counts the marks, up to one more than is light. `indexOf` skips the bytes between them faster than a loop. */
export const marksOf = (body: Buffer): number => {
  let marks = 0
  for (const mark of MARKS) {
    for (let at = body.indexOf(mark); at !== -1 && marks <= LIGHT.marks; at = body.indexOf(mark, at + 1)) marks += 1
  }
  return marks
}

const weights = createWeakMetadata<Response, Weight>()

/** Marks are not counted if the size alone is too large. */
export const weightOf = (response: Response): Weight => {
  const known = weights.get(response)
  if (known) return known
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
