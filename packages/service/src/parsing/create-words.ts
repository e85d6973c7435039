// Words that are known → what is known of them, found where they stand in a text without being cut out of it. A Map would do, were
// it not that V8 enters each string that it is asked for into the table of all strings first: with thousands of names in a page,
// that is a tenth of what reading it costs.

export type Words<Value> = {
  /** Of the word between two places of a text. */
  readonly find: (text: string, from: number, to: number) => Value | undefined
  /** Whatever is known of it already stays. Nothing is entered where `most` are known. */
  readonly learn: (word: string, value: Value) => void
}

/** Places for each word that may be known: few share one. */
const PLACES = 4

export const createWords = <Value>(
  known: Iterable<readonly [word: string, value: Value]>,
  most: number = [...known].length,
): Words<Value> => {
  const mask = 2 ** Math.ceil(Math.log2(PLACES * (most + 1))) - 1
  const words: (string | undefined)[] = []
  const values: (Value | undefined)[] = []
  // One by one: V8 looks for what stands in a list without gaps sooner than in one that is made with a length.
  for (let place = 0; place <= mask; place += 1) {
    words.push(undefined)
    values.push(undefined)
  }
  let count = 0
  let longest = 0

  /** Where the word is, or would be. */
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
