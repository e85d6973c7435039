// Finds and ranks entries of the search index. The browser loads this module too.

import { ACTIONS, ALIASES, FILLERS } from './aliases.ts'
import { isOneEditAway, wordsOf } from './word-forms.ts'

export type Searchable = {
  readonly title: string
  readonly on: string
  readonly text: string
  /** How likely it is what a reader looks for, compared with others: 1 if it is not set. */
  readonly weight?: number
}

type Field = ReadonlyMap<string, number>
type Prepared<T> = {
  readonly entry: T
  readonly title: Field
  /** Words of the title. The parts of an identifier count, the whole identifier does not. */
  readonly titleParts: readonly string[]
  readonly on: Field
  readonly text: Field
}

export type SearchIndex<T extends Searchable> = {
  readonly entries: readonly Prepared<T>[]
  /** Word → the number of entries that contain it. */
  readonly vocabulary: ReadonlyMap<string, number>
}

export type Hit<T> = { readonly entry: T; readonly score: number; readonly forms: ReadonlySet<string> }

/** Shorter words are not corrected. */
const MIN_MISSPELLED = 4
/** Shorter words are not taken for misspelled beginnings: nearly every short word resembles one. */
const MIN_BEGINNING = 6
/** How much a match counts: the word itself, its plural or singular, another word for it, a longer word (more if it is hardly
 * longer), a misspelled one, the misspelled beginning of one. */
const WEIGHTS = {
  same: 1,
  plural: 0.95,
  alias: 0.8,
  beginning: 0.4,
  misspelled: 0.45,
  misspelledBeginning: 0.3,
} as const
/** A match in the title counts more than one in the title of the page, and that more than one in the text. */
const FIELDS = { title: 10, on: 4, text: 3 } as const
/** Added if the title consists of words of the query; less if one of them is misspelled or only begins like a word of the title. */
const WHOLE_TITLE = { exact: 6, close: 3 } as const
/** How many occurrences in a text count as half of many. */
const HALF_COUNT = 2

const countWords = (text: string): Field => {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

export const prepareIndex = <T extends Searchable>(entries: readonly T[]): SearchIndex<T> => {
  const vocabulary = new Map<string, number>()
  const prepared = entries.map((entry) => {
    const fields = { title: countWords(entry.title), on: countWords(entry.on), text: countWords(entry.text) }
    const words = new Set([...fields.title.keys(), ...fields.on.keys(), ...fields.text.keys()])
    for (const word of words) vocabulary.set(word, (vocabulary.get(word) ?? 0) + 1)
    const titleParts = [...fields.title.keys()].filter((word) => !word.includes('_'))
    return { entry, titleParts, ...fields }
  })
  return { entries: prepared, vocabulary }
}

/** The words of the index that a word of the query stands for, each with its weight. */
const formsOf = (
  word: string,
  others: readonly string[],
  vocabulary: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> => {
  const forms = new Map<string, number>()
  // A word that is whole is rarely the beginning of another.
  const beginning = vocabulary.has(word) ? WEIGHTS.beginning / 2 : WEIGHTS.beginning
  const add = (form: string, weight: number) => forms.set(form, Math.max(weight, forms.get(form) ?? 0))
  for (const alias of ALIASES[word] ?? []) {
    if (vocabulary.has(alias) && !others.includes(alias)) add(alias, WEIGHTS.alias)
  }
  for (const known of vocabulary.keys()) {
    if (known === word) add(known, WEIGHTS.same)
    else if (known === `${word}s` || word === `${known}s`) add(known, WEIGHTS.plural)
    else if (word.length > 1 && known.startsWith(word)) {
      add(known, beginning * (1 + word.length / known.length))
    }
  }
  if (forms.size > 0 || word.length < MIN_MISSPELLED) return forms
  for (const known of vocabulary.keys()) {
    // The beginning of a longer word may be misspelled too.
    const isClose = [-1, 0, 1].some((more) => isOneEditAway(word, known.slice(0, word.length + more)))
    const isWhole = isOneEditAway(word, known) || isOneEditAway(`${word}s`, known)
    if (isWhole || (isClose && word.length >= MIN_BEGINNING))
      add(known, isWhole ? WEIGHTS.misspelled : WEIGHTS.misspelledBeginning)
  }
  return forms
}

/** Rare words say more. */
const rarity = (count: number, total: number): number => Math.log(1 + total / count)

const scoreOfWord = <T extends Searchable>(
  { title, titleParts, on, text }: Prepared<T>,
  forms: ReadonlyMap<string, number>,
  { entries, vocabulary }: SearchIndex<T>,
): number => {
  let best = 0
  for (const [form, weight] of forms) {
    const inTitle = title.has(form) ? FIELDS.title * (0.5 + 0.5 / Math.max(1, titleParts.length)) : 0
    const inPage = on.has(form) ? FIELDS.on : 0
    const count = text.get(form) ?? 0
    const inText = (FIELDS.text * count) / (count + HALF_COUNT)
    const score = weight * rarity(vocabulary.get(form) ?? 1, entries.length) * (inTitle + inPage + inText)
    best = Math.max(best, score)
  }
  return best
}

const wordsOfQuery = (query: string): readonly string[] => {
  const words = [...new Set(query.trim().split(/\s+/).flatMap(wordsOf))]
  const meaning = words.filter((word) => !FILLERS.has(word))
  return meaning.length > 0 ? meaning : words
}

/** The entries that contain the words of the query, the best first. If none contains all, those that contain most of them. */
export const rankEntries = <T extends Searchable>(index: SearchIndex<T>, query: string): readonly Hit<T>[] => {
  const queryWords = wordsOfQuery(query)
  const words = queryWords.map((word) => formsOf(word, queryWords, index.vocabulary))
  const things = queryWords.map((word) => !ACTIONS.has(word))
  const isRequired = things.includes(true) ? things : things.map(() => true)
  if (words.length === 0) return []
  const forms = new Set(words.flatMap((each) => [...each.keys()]))
  const sure = new Set(
    words.flatMap((each) => [...each].flatMap(([form, weight]) => (weight >= WEIGHTS.alias ? [form] : []))),
  )
  const hits = index.entries.map((prepared) => {
    const scores = words.map((each) => scoreOfWord(prepared, each, index))
    const isWhole = (known: ReadonlySet<string>) => prepared.titleParts.every((word) => known.has(word))
    const bonus = isWhole(sure) ? WHOLE_TITLE.exact : isWhole(forms) ? WHOLE_TITLE.close : 0
    const sum = scores.reduce((whole, score) => whole + score, 0) + bonus
    return {
      entry: prepared.entry,
      matched: scores.filter((score, at) => score > 0 && isRequired[at]).length,
      score: sum * (prepared.entry.weight ?? 1),
      forms,
    }
  })
  const most = Math.max(0, ...hits.map(({ matched }) => matched))
  return hits
    .filter(({ matched }) => matched > 0 && matched === most)
    .sort((left, right) => right.score - left.score)
    .map(({ entry, score }) => ({ entry, score, forms }))
}
