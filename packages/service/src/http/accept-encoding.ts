// Chooses the content coding of a response (RFC 9110, section 12.5.3): of the accepted codings the preferred one, and
// among equals the one that responses are cached in.

import { createLru } from '../runtime/collections/create-lru.ts'
import type { Coding } from '../runtime/content-coding/codings.ts'

/** For the `Vary` header. */
export const VARY = 'Accept-Encoding'

/** The first wins among equals. */
const CODINGS = ['gzip', 'zstd', 'br', 'identity'] as const satisfies readonly Coding[]

/** RFC 9110, section 8.4.1.3: `x-gzip` is gzip. */
const ALIASES: ReadonlyMap<string, string> = new Map([['x-gzip', 'gzip']])
/** RFC 9110, section 12.4.2. */
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i
/** `identity` is acceptable unless it is refused, but any named coding is preferred. */
const UNNAMED = 0.0001

/** An invalid weight counts as zero. */
const readWeight = (parameters: readonly string[]): number => {
  const [weight] = parameters
  return weight === undefined ? 1 : Number(WEIGHT.exec(weight)?.[1] ?? 0)
}

const readWeights = (accepted: string): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>()
  for (const element of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = element.split(';').map((part) => part.trim())
    if (name !== '') weights.set(ALIASES.get(name) ?? name, readWeight(parameters))
  }
  return weights
}

type Choice = { readonly long: Coding; readonly short: Coding }

const read = (accepted: string): Choice => {
  const weights = readWeights(accepted)
  const others = weights.get('*')
  const weightOf = (coding: Coding) => weights.get(coding) ?? others ?? (coding === 'identity' ? UNNAMED : 0)
  let [long, most]: [Coding, number] = ['identity', 0]
  for (const coding of CODINGS) {
    const weight = weightOf(coding)
    if (weight > most) [long, most] = [coding, weight]
  }
  return { long, short: weightOf('identity') > 0 ? 'identity' : long }
}

/** There are few different values, and each client sends the same one every time. */
const choices = createLru<Choice>(100)
const MAX_KNOWN_LENGTH = 100

/** `isShort`: a coding gains nothing, so one is used only if the client insists. A client that refuses every coding,
 * `identity` included, gets `identity`. */
export const chooseCoding = (accepted: string | undefined, isShort: boolean): Coding => {
  if (accepted === undefined) return 'identity'
  let choice = choices.get(accepted)
  if (choice === undefined) {
    choice = read(accepted)
    if (accepted.length <= MAX_KNOWN_LENGTH) choices.set(accepted, choice)
  }
  return isShort ? choice.short : choice.long
}
