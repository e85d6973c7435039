// Which content coding a client is answered in (RFC 9110, section 12.5.3): of those that it takes, the one it would rather
// have, and among equals the one that answers are held in.

import { createLru } from '../runtime/collections/create-lru.ts'
import type { Coding } from '../runtime/content-coding/codings.ts'

/** For the answer’s `Vary`: what it was chosen by. */
export const VARY = 'Accept-Encoding'

/** Among equals the first. */
const CODINGS = ['gzip', 'zstd', 'br', 'identity'] as const satisfies readonly Coding[]

/** RFC 9110, section 8.4.1.3: `x-gzip` is gzip. */
const ALIASES: ReadonlyMap<string, string> = new Map([['x-gzip', 'gzip']])
/** RFC 9110, section 12.4.2. */
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i
/** No coding at all is taken unless it is refused, and is less than any that is named. */
const UNNAMED = 0.0001

/** One that nobody can make sense of takes nothing. */
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

/** Clients say one of few things, and each says the same every time. */
const known = createLru<Choice>(100)
const MAX_KNOWN_LENGTH = 100

/** `isShort`: nothing is gained by a coding, so there is one only where the client insists. Whoever refuses every coding and
 * none as well is answered without one, as if nothing had been said. */
export const chooseCoding = (accepted: string | undefined, isShort: boolean): Coding => {
  if (accepted === undefined) return 'identity'
  let choice = known.get(accepted)
  if (choice === undefined) {
    choice = read(accepted)
    if (accepted.length <= MAX_KNOWN_LENGTH) known.set(accepted, choice)
  }
  return isShort ? choice.short : choice.long
}
