// Cuts text to a length, never within a surrogate pair.

/** At most `most` UTF-16 code units from the start. */
export const cutText = (text: string, most: number): string => {
  if (text.length <= most) return text
  const unit = text.charCodeAt(most - 1)
  const endsInHalf = unit >= 0xd800 && unit <= 0xdbff
  return text.slice(0, endsInHalf ? most - 1 : most)
}
