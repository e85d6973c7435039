// Suggestions for mistyped names.

/** The most edits in a suggestion, and the largest share of the longer word. */
const MAX_EDITS = 3
const MAX_SHARE = 0.34
/** The beginning of a name, such as `--lost` for `--lost-pepper`, has at least this length. */
const MIN_PREFIX = 3
const MAX_SUGGESTIONS = 3
/** A longer word is no typing mistake, and would take long to compare. */
const MAX_LENGTH = 64

/** The optimal string alignment distance: insertions, deletions, substitutions, and transpositions of neighbors. */
const editDistance = (one: string, other: string): number => {
  let [before, previous] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, previous] = [previous, current]
  }
  return previous[other.length] ?? 0
}

const distance = (word: string, candidate: string, maxEdits: number): number => {
  if (word === candidate) return 0
  if (word.length >= MIN_PREFIX && candidate.startsWith(word)) return 0.5
  const edits = editDistance(word, candidate)
  const isClose = edits <= maxEdits && edits / Math.max(word.length, candidate.length) <= MAX_SHARE
  return isClose ? edits : Number.POSITIVE_INFINITY
}

/** The candidates that the word is most likely a mistyped form of; none if it resembles nothing. */
export const closest = (word: string, candidates: readonly string[], maxEdits = MAX_EDITS): readonly string[] => {
  const written = word.toLowerCase()
  if (written.length > MAX_LENGTH) return []
  const ranked = [...new Set(candidates)].map((name) => ({
    name,
    edits: distance(written, name.toLowerCase(), maxEdits),
  }))
  const best = Math.min(...ranked.map(({ edits }) => edits))
  if (!Number.isFinite(best)) return []
  return ranked.flatMap(({ name, edits }) => (edits === best ? [name] : [])).slice(0, MAX_SUGGESTIONS)
}

/** `Did you mean a, b or c?`; empty without names. */
export const question = (names: readonly string[]): string => {
  if (names.length === 0) return ''
  const [last, ...others] = names.toReversed()
  return `Did you mean ${others.length === 0 ? '' : `${others.toReversed().join(', ')} or `}${last}?`
}

/** ` Did you mean …?` with a leading space; empty if the word resembles nothing. */
export const didYouMean = (word: string, candidates: readonly string[]): string => {
  const found = question(closest(word, candidates))
  return found === '' ? '' : ` ${found}`
}
