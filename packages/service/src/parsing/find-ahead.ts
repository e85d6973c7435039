// Finds the next occurrence of something in a text, for a reader that only moves forward. Results are cached until the
// reader has passed them, so that searching for something distant or absent costs one pass.

/** Different needles per text. Further ones are not found. */
const MAX_NEEDLES = 64

/** Finds strings and global patterns from positions that never decrease. Returns the text's length if there is none. */
export const createFinder = (text: string) => {
  const found = new Map<string | RegExp, number>()

  return (needle: string | RegExp, from: number): number => {
    const cached = found.get(needle)
    if (cached !== undefined && cached >= from) return cached
    if (cached === undefined && found.size === MAX_NEEDLES) return text.length
    const at = typeof needle === 'string' ? text.indexOf(needle, from) : indexOfMatch(text, needle, from)
    const place = at === -1 ? text.length : at
    found.set(needle, place)
    return place
  }
}

const indexOfMatch = (text: string, pattern: RegExp, from: number): number => {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}
