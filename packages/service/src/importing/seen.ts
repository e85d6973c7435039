// Which keys and ids stood in earlier lines. A store tells that only of what it was given, and a dry run gives it nothing.
// A few bytes of each are remembered, so that a million lines take some 64 MB, and there is an end to it.

/** Of a digest, as one number: of a million that are drawn, two are alike once in some ten thousand files. */
const DIGITS = 13
const MOST_REMEMBERED = 4_000_000

export type Seen = {
  /** The line in which the digest, in hexadecimal, came first, where it did; remembers it for this line otherwise. */
  firstLine(digest: string, line: number): number | undefined
}

export const createSeen = (most = MOST_REMEMBERED): Seen => {
  const lines = new Map<number, number>()
  return {
    firstLine(digest, line) {
      const known = Number.parseInt(digest.slice(0, DIGITS), 16)
      const first = lines.get(known)
      if (first === undefined && lines.size < most) lines.set(known, line)
      return first
    },
  }
}
