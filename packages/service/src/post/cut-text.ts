// Text cut to a length, never within a character that takes two units of UTF-16.

/** At most so many characters (UTF-16 code units) from the beginning. */
export const cutText = (text: string, most: number): string => {
  if (text.length <= most) return text
  const unit = text.charCodeAt(most - 1)
  const endsInHalf = unit >= 0xd800 && unit <= 0xdbff
  return text.slice(0, endsInHalf ? most - 1 : most)
}
