// Finds fields that an endpoint does not know. A misspelled field or filter would otherwise be ignored silently.

import type { TObject, TSchema } from 'typebox'

export type UnknownField = { readonly field: string; readonly message: string }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTObject = (schema: TSchema | undefined): schema is TObject => schema !== undefined && 'properties' in schema

/** Fields of the value, and of objects in it, that the schema does not name. Without a schema, all of them. */
export const findUnknownFields = (schema: TObject | undefined, value: unknown, path = ''): readonly UnknownField[] => {
  if (!isObject(value)) return []
  const properties: Readonly<Record<string, TSchema>> = schema?.properties ?? {}
  const known = Object.keys(properties)
  return Object.entries(value).flatMap(([name, inner]) => {
    if (!Object.hasOwn(properties, name)) {
      const near = nearestName(name, known)
      const message = `is not known here${near === undefined ? '' : `; did you mean ${near}?`}`
      return [{ field: `${path}${name}`, message }]
    }
    const nested = properties[name]
    return isTObject(nested) ? findUnknownFields(nested, inner, `${path}${name}.`) : []
  })
}

/** Ignores case and punctuation: `Expires_At` is `expiresAt`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The known name that differs only in case and punctuation, or by at most two letters if it has more than three. */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
  const wanted = plain(name)
  const ranked = known
    .map((each) => ({ each, letters: lettersBetween(wanted, plain(each)) }))
    .filter(({ letters }) => letters === 0 || (letters <= 2 && letters < wanted.length / 2))
    .sort((one, other) => one.letters - other.letters)
  return ranked[0]?.each
}

/** Longer names have no near name. */
const LONGEST = 40

/** Insertions, deletions and substitutions between two texts (Levenshtein distance). */
const lettersBetween = (one: string, other: string): number => {
  if (Math.max(one.length, other.length) > LONGEST) return LONGEST
  let row = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (const [n, letter] of [...one].entries()) {
    const next = [n + 1]
    for (const [m, against] of [...other].entries()) {
      const exchanged = (row[m] ?? 0) + (letter === against ? 0 : 1)
      next.push(Math.min(exchanged, (row[m + 1] ?? 0) + 1, (next[m] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
