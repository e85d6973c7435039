// Recognizes the notes that Reddit puts in place of deleted texts, whoever deleted them.

const NOTE =
  /^\[ ?(?:removed|deleted|unavailable)(?<by> by (?:reddit|(?:the )?moderators?|user)(?:[ .,][^\n]{0,300})?)? ?\]$/i
const MAX_LENGTH = 400

const noteIn = (text: unknown) => (typeof text === 'string' ? NOTE.exec(text.trim().slice(0, MAX_LENGTH)) : null)

export const isExpunged = (text: unknown): boolean => noteIn(text) !== null

/** A title that is only `[removed]` may be the author's. One that names who removed it is Reddit's note. */
export const isExpungedTitle = (title: unknown): boolean => noteIn(title)?.groups?.by !== undefined
