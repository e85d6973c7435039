// The type of a setting, and parsers for common kinds of values.

export type Setting<T> = {
  readonly name: string
  /** The description in docs/reference/settings.md. */
  readonly meaning: string
  /** The default, as in the environment. Empty if there is none or the service computes one. */
  readonly fallback: string
  /** Parses the value. Throws an Error whose message says what the value must be. */
  readonly read: (text: string) => T
}

/** Declares a setting with its type. */
export const setting = <T>(name: string, fallback: string, meaning: string, read: (text: string) => T): Setting<T> => ({
  name,
  fallback,
  meaning,
  read,
})

export const text = (value: string): string => value

export const wholeNumber =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= min && number <= max) return number
    throw new Error(`must be a whole number from ${min} to ${max}`)
  }

export const oneOf =
  <T extends string>(...values: readonly T[]) =>
  (value: string): T => {
    const found = values.find((known) => known === value)
    if (found !== undefined) return found
    throw new Error(`must be one of ${values.join(', ')}`)
  }

/** `mustBe`: what the error says, with an example. */
export const origin =
  (mustBe: string) =>
  (value: string): string => {
    const url = URL.parse(value)
    if (url && /^https?:$/.test(url.protocol) && url.origin === value) return value
    throw new Error(`must be ${mustBe}, without a path`)
  }

export const list =
  <T>(read: (item: string) => T) =>
  (value: string): readonly T[] =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .map(read)
