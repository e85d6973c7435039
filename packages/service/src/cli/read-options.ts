// How the words of a command become values. What cannot be read is wrong usage, told before anything is touched.

import { InvalidArgumentError } from 'commander'
import { parseExpiry } from '../licensing/licenses/parse-expiry.ts'

export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }

/** A day, which is its first instant in UTC, or an RFC 3339 time; in milliseconds since the epoch. */
export const date = (text: string): number => {
  const time = parseExpiry(text)
  if (time === undefined)
    throw new InvalidArgumentError('It must be a day such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z.')
  return time
}

/** What an option takes beside its values. As a word, because commander takes null for an option without a value. */
export const orWord =
  <W extends string, T>(word: W, read: (text: string) => T) =>
  (text: string): W | T =>
    text === word ? word : read(text)

/** `name=value`, once for each entry. */
export const entry = (
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('It must be a name and a text, such as order=1001.')
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

export const commaList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
