// A hash map from words to values that looks words up in a text without cutting them out. A Map would work, but V8
// first enters each string into its string table: for a page with thousands of names that is a tenth of the time to
// read it.

export type Words<Value> = {
  /** The value of the word between two positions of a text. */
  readonly find: (text: string, from: number, to: number) => Value | undefined
  /** Does nothing if the word is known or `most` words are. */
  readonly learn: (word: string, value: Value) => void
}

/** Slots per word, so that few collide. */
const SLOTS = 4

export const createWords = <Value>(
  known: Iterable<readonly [word: string, value: Value]>,
  most: number = [...known].length,
): Words<Value> => {
  const mask = 2 ** Math.ceil(Math.log2(SLOTS * (most + 1))) - 1
  const words: (string | undefined)[] = []
  const values: (Value | undefined)[] = []
  // One by one: V8 reads an array without holes faster than one created with a length.
  for (let place = 0; place <= mask; place += 1) {
    words.push(undefined)
    values.push(undefined)
  }
  let count = 0
  let longest = 0

  /** The slot of the word, or the free slot for it. */
  const placeOf = (text: string, from: number, to: number): number => {
    let hash = 0
    for (let at = from; at < to; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
    let place = (hash ^ (hash >>> 15)) & mask
    for (;;) {
      const word = words[place]
      if (word === undefined || (word.length === to - from && text.startsWith(word, from))) return place
      place = (place + 1) & mask
    }
  }

  const learn = (word: string, value: Value) => {
    const place = placeOf(word, 0, word.length)
    if (count === most || words[place] !== undefined) return
    words[place] = word
    values[place] = value
    count += 1
    longest = Math.max(longest, word.length)
  }
  for (const [word, value] of known) learn(word, value)

  return {
    find: (text, from, to) => (to - from > longest ? undefined : values[placeOf(text, from, to)]),
    learn,
  }
}
