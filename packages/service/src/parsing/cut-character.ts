// The start of a UTF-8 text that may be cut within a character. Half a character would make it look like another
// charset.

const [FIRST_LEAD, LAST_TRAIL] = [0xc0, 0xbf]
const isTrail = (byte: number): boolean => byte > 0x7f && byte <= LAST_TRAIL
/** Bytes of a character, by its first byte. */
const lengthOf = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2)
const MAX_TRAILS = 3

/** Drops an incomplete character at the end. */
export const withoutCutCharacter = (start: Buffer): Buffer => {
  let at = start.length - 1
  while (at >= 0 && start.length - at <= MAX_TRAILS && isTrail(start[at] ?? 0)) at -= 1
  const lead = start[at] ?? 0
  return lead >= FIRST_LEAD && start.length - at < lengthOf(lead) ? start.subarray(0, at) : start
}
