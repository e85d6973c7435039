// Which keys and ids stood in earlier lines. A store tells that only of what it was given, and a dry run gives it nothing.
// Twelve bytes are held of each, in tables that a collector need not look through, and there is an end to it.

/** Of a digest, as one number of 52 bits: of a million that are drawn, two are alike in one file of ten thousand. */
const DIGITS = 13
const FIRST_SLOTS = 1 << 12
/** Some 100 MB: two of each of two million lines. Of what comes behind, a store alone tells whether it was there. */
const MOST_SLOTS = 1 << 23
const FULLEST = 0.5

export type Seen = {
  /** The line in which the digest, in hexadecimal, came first, where it did; remembers it for this line otherwise. */
  firstLine(digest: string, line: number): number | undefined
}

type Table = { readonly digests: Float64Array; readonly lines: Uint32Array }

const newTable = (slots: number): Table => ({ digests: new Float64Array(slots), lines: new Uint32Array(slots) })

/** Where the digest is, or belongs: a line is never 0. */
const slotOf = ({ digests, lines }: Table, digest: number): number => {
  const mask = lines.length - 1
  let slot = digest % lines.length
  while (lines[slot] !== 0 && digests[slot] !== digest) slot = (slot + 1) & mask
  return slot
}

const put = (table: Table, digest: number, line: number): void => {
  const slot = slotOf(table, digest)
  table.digests[slot] = digest
  table.lines[slot] = line
}

const twiceAsLarge = (table: Table): Table => {
  const larger = newTable(2 * table.lines.length)
  for (const [slot, line] of table.lines.entries()) if (line !== 0) put(larger, table.digests[slot] ?? 0, line)
  return larger
}

export const createSeen = (mostSlots = MOST_SLOTS): Seen => {
  let table = newTable(FIRST_SLOTS)
  let count = 0
  return {
    firstLine(text, line) {
      const digest = Number.parseInt(text.slice(0, DIGITS), 16)
      const first = table.lines[slotOf(table, digest)]
      if (first !== 0) return first
      const isFull = count >= FULLEST * table.lines.length
      if (isFull && table.lines.length >= mostSlots) return undefined
      if (isFull) table = twiceAsLarge(table)
      put(table, digest, line)
      count += 1
      return undefined
    },
  }
}
