// The next place of something in a text, for a reader that only goes forward. What was found is remembered until the reader is
// past it, so that looking for what is far away, or nowhere, costs one pass and not one a look.

/** Different things that are looked for in one text; a further one is nowhere. */
const MOST_NEEDLES = 64

/** Finds strings and patterns (global ones) from places that never go back; the text's length means that there is none. */
export const createFinder = (text: string) => {
  const found = new Map<string | RegExp, number>()

  return (needle: string | RegExp, from: number): number => {
    const held = found.get(needle)
    if (held !== undefined && held >= from) return held
    if (held === undefined && found.size === MOST_NEEDLES) return text.length
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
