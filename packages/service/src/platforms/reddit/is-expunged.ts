// What Reddit writes in place of words that were taken down: whoever did it, nothing of them is left.

const NOTE =
  /^\[ ?(?:removed|deleted|unavailable)(?<by> by (?:reddit|(?:the )?moderators?|user)(?:[ .,][^\n]{0,300})?)? ?\]$/i
const LONGEST = 400

const noteIn = (text: unknown) => (typeof text === 'string' ? NOTE.exec(text.trim().slice(0, LONGEST)) : null)

export const isExpunged = (text: unknown): boolean => noteIn(text) !== null

/** A title may be one of those words alone, and nobody's note. */
export const isExpungedTitle = (title: unknown): boolean => noteIn(title)?.groups?.by !== undefined
