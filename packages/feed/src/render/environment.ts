// Words, numbers and dates in the language of the page. Server and browser get the same ones: neither the time zone nor the language of
// the machine matters.

import { type OwnWords, PLURAL_WORDS, type PluralName, type PluralWords, WORDS, type WordName } from './words.ts'

export type Environment = {
  /** A word, or a sentence with its value inserted. */
  word(name: WordName, value?: string): string
  /** A sentence about a number. `shown` is inserted for it, after `change` has changed the sentence. */
  plural(name: PluralName, count: number, shown: string, change?: (sentence: string) => string): string
  number(number: number, decimals?: number): string
  /** A number in few characters: 950, 12.3K, 4.1M. */
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
const SHORTENED_FROM = 10_000

/** Inserts a value, however a translator wrote its placeholder. */
const fill = (text: string, value: string): string => text.replace(/%(?:1\$)?s/g, () => value)

/** The result for the given name, or for the default if it is not a valid one. */
const tolerant = <Result>(make: (name: string) => Result, name: string, fallback: string): Result => {
  try {
    return make(name)
  } catch {
    return make(fallback)
  }
}

const ENVIRONMENTS = new Map<string, Pick<Environment, 'number' | 'date'> & { readonly rules: Intl.PluralRules }>()

const formatsOf = (locale: string, timeZone: string) => {
  const key = `${locale} ${timeZone}`
  const known = ENVIRONMENTS.get(key)
  if (known !== undefined) return known
  const rules = tolerant((name) => new Intl.PluralRules(name), locale, 'en')
  const numbers = [0, 1].map((decimals) =>
    tolerant(
      (name) =>
        new Intl.NumberFormat(name, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format,
      locale,
      'en',
    ),
  )
  const dates = tolerant(
    (zone) => tolerant((name) => new Intl.DateTimeFormat(name, { dateStyle: 'long', timeZone: zone }), locale, 'en'),
    timeZone,
    'UTC',
  )
  const formats = {
    rules,
    number: (number: number, decimals = 0) => numbers[decimals]?.(number) ?? String(number),
    date: (milliseconds: number) => dates.format(milliseconds),
  }
  ENVIRONMENTS.set(key, formats)
  return formats
}

export const createEnvironment = ({ locale = 'en', timeZone = 'UTC', words = {} }: Language): Environment => {
  const { rules, number, date } = formatsOf(locale.replaceAll('_', '-'), timeZone)
  const word = (name: WordName, value = ''): string => fill(words[name] ?? WORDS[name], value)
  return {
    word: (name, value) => (value === undefined ? (words[name] ?? WORDS[name]) : word(name, value)),
    plural(name, count, shown, change = (sentence) => sentence) {
      const forms: PluralWords = words[name] ?? PLURAL_WORDS[name]
      return fill(change(forms[rules.select(count)] ?? forms.other), shown)
    },
    number,
    count(count) {
      if (count >= MILLION) return word('millions', number(count / MILLION, 1))
      return count >= SHORTENED_FROM ? word('thousands', number(count / THOUSAND, 1)) : number(count)
    },
    date,
  }
}
