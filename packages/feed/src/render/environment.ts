// Words, numbers and dates in the language of the page. Server and browser get the same ones: neither the time zone nor the language of
// the machine matters.

import { type OwnWords, PLURAL_WORDS, type PluralName, type PluralWords, WORDS, type WordName } from './words.ts'

export type Environment = {
  /** A word, or a sentence with its value inserted. */
  word(name: WordName, value?: string): string
  /** A sentence about a number. `shown` is inserted for it, after `change` has changed the sentence. */
  plural(name: PluralName, count: number, shown: string, change?: (sentence: string) => string): string
  number(number: number): string
  /** A number in few characters: 950, 1.2K, 12K, 4.1M. */
  count(number: number): string
  date(milliseconds: number): string
}

export type Language = {
  /** BCP 47; `en` by default. */
  readonly locale?: string | undefined
  /** IANA name; `UTC` by default. */
  readonly timeZone?: string | undefined
  readonly words?: OwnWords | undefined
}

const MILLION = 1_000_000
const THOUSAND = 1_000

/** Whether a platform reports the number. */
export const isCount = (value: unknown): value is number => Number.isInteger(value)

/** Inserts a value, however a translator wrote its placeholder. */
const fill = (text: string, value: string): string => text.replace(/%(?:1\$)?s/g, () => value)

/** The value if it can be used, or else the default. */
const valid = (value: string, use: (value: string) => unknown, fallback: string): string => {
  try {
    use(value)
    return value
  } catch {
    return fallback
  }
}

export const createEnvironment = ({ locale = 'en', timeZone = 'UTC', words = {} }: Language): Environment => {
  const language = valid(locale.replaceAll('_', '-'), Intl.getCanonicalLocales, 'en')
  const zone = valid(timeZone, (name) => new Intl.DateTimeFormat('en', { timeZone: name }), 'UTC')
  const rules = new Intl.PluralRules(language)
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: zone })
  const word = (name: WordName, value?: string): string => {
    const text = words[name] ?? WORDS[name]
    return value === undefined ? text : fill(text, value)
  }
  const numbers = new Intl.NumberFormat(language)
  const number = (number: number): string => numbers.format(number)
  return {
    word,
    plural(name, count, shown, change = (sentence) => sentence) {
      const forms: PluralWords = words[name] ?? PLURAL_WORDS[name]
      return fill(change(forms[rules.select(count)] ?? forms.other), shown)
    },
    number,
    count(count) {
      if (count < THOUSAND) return number(count)
      const unit = count < MILLION ? THOUSAND : MILLION
      const parts = count < 100 * unit ? 10 : 1
      // Cut, and not rounded: 999,999 is no million.
      const shown = Math.floor((count * parts) / unit) / parts
      return word(unit === MILLION ? 'millions' : 'thousands', number(shown))
    },
    date: (milliseconds) => dates.format(milliseconds),
  }
}
