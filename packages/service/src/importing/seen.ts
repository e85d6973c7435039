// Remembers the keys and ids of earlier lines; in a dry run the store cannot detect duplicates. Uses twelve bytes per
// entry, in typed arrays that the garbage collector need not scan, up to a limit.

/** Hexadecimal digits of a digest that fit into a number (52 bits). In one of ten thousand files with a million
 * entries, two digests collide. */
const DIGITS = 13
const FIRST_SLOTS = 1 << 12
/** About 100 MB: two entries for each of two million lines. Beyond that, only the store detects duplicates. */
const MAX_SLOTS = 1 << 23
const FULLEST = 0.5

export type Seen = {
  /** The earlier line with this hexadecimal digest, if any; otherwise remembers this line. */
  firstLine(digest: string, line: number): number | undefined
}

type Table = { readonly digests: Float64Array; readonly lines: Uint32Array }

const newTable = (slots: number): Table => ({ digests: new Float64Array(slots), lines: new Uint32Array(slots) })

/** The slot of the digest, or the free slot for it (line 0 means free). */
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

export const createSeen = (mostSlots = MAX_SLOTS): Seen => {
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
