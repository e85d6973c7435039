// What reading an answer costs, told from its bytes alone: whether it is read on the event loop, or is work for a thread.

import type { Answer } from '../contract/call.ts'
import { sourceOfAnswer } from './receive-answer.ts'

/** What one page may be made of on the event loop. Twenty articles of five kilobytes are; reading as much as that takes 4 to
 * 8 ms, and 15 where it was made to be slow. */
export const LIGHT = { bytes: 128 * 1024, marks: 2_500 } as const

export type Weight = { readonly [name in keyof typeof LIGHT]: number }

export const NO_WEIGHT: Weight = { bytes: 0, marks: 0 }

const [LESS, AND, BRACKET, BRACE, BACKSLASH, U] = Buffer.from('<&[{\\u')

/** Where the work is: each tag, reference, list and object takes microseconds, whatever it holds. A `<` may be written `\u003c`. */
const marksOf = (body: Uint8Array): number => {
  let marks = 0
  for (let at = 0; at < body.length && marks <= LIGHT.marks; at += 1) {
    const byte = body[at]
    if (byte === LESS || byte === AND || byte === BRACKET || byte === BRACE) marks += 1
    else if (byte === BACKSLASH && body[at + 1] === U) marks += 1
  }
  return marks
}

const weights = new WeakMap<Answer, Weight>()

/** Marks are counted no further than they matter: not where the bytes alone are too many. */
export const weightOf = (answer: Answer): Weight => {
  const held = weights.get(answer)
  if (held) return held
  const body = sourceOfAnswer(answer)?.received.body
  if (body === undefined) return NO_WEIGHT
  const weight = { bytes: body.length, marks: body.length > LIGHT.bytes ? 0 : marksOf(body) }
  weights.set(answer, weight)
  return weight
}

export const addWeights = (one: Weight, other: Weight): Weight => ({
  bytes: one.bytes + other.bytes,
  marks: one.marks + other.marks,
})

export const isHeavy = ({ bytes, marks }: Weight): boolean => bytes > LIGHT.bytes || marks > LIGHT.marks
