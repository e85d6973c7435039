// Parsers for option values. An invalid value is a usage error, which is reported before the command changes anything.

import { InvalidArgumentError } from 'commander'
import { parseExpiry } from '../licensing/licenses/parse-expiry.ts'
import { didYouMean } from '../parsing/did-you-mean.ts'

export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= min && number <= max) return number
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }

/** Parses a day, which means 00:00 UTC, or an RFC 3339 time into milliseconds since the epoch. */
export const date = (text: string): number => {
  const time = parseExpiry(text)
  if (time === undefined)
    throw new InvalidArgumentError('It must be a day such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z.')
  return time
}

/** Also accepts a keyword. Returns the keyword rather than null, which commander takes for an option without a value. */
export const orKeyword =
  <W extends string, T>(word: W, read: (text: string) => T) =>
  (text: string): W | T =>
    text === word ? word : read(text)

/** Collects repeated `name=value` options. */
export const nameValue = (
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('It must be a name and a text, such as order=1001.')
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

/** Parses a comma-separated list of known names. */
export const namesOf =
  (known: readonly string[]) =>
  (text: string): readonly string[] => {
    const names = commaList(text)
    const unknown = names.find((name) => !known.includes(name))
    if (unknown === undefined) return names
    throw new InvalidArgumentError(`Choices: all, ${known.join(', ')}.${didYouMean(unknown, known)}`)
  }

export const commaList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
