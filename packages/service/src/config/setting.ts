// A setting as a row of a table, and how values are read that many settings have.

export type Setting<T> = {
  readonly name: string
  /** One sentence for the documents. */
  readonly meaning: string
  /** As it would be written in the environment; empty when the service finds a value itself. */
  readonly fallback: string
  /** Throws an Error whose message says what the value should be. */
  readonly read: (text: string) => T
}

/** Declares a setting; only gives the row its type. */
export const setting = <T>(name: string, fallback: string, meaning: string, read: (text: string) => T): Setting<T> => ({
  name,
  fallback,
  meaning,
  read,
})

export const text = (value: string): string => value

export const wholeNumber =
  (least: number, most: number) =>
  (value: string): number => {
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= least && number <= most) return number
    throw new Error(`must be a whole number from ${least} to ${most}`)
  }

export const oneOf =
  <T extends string>(...values: readonly T[]) =>
  (value: string): T => {
    const found = values.find((known) => known === value)
    if (found !== undefined) return found
    throw new Error(`must be one of ${values.join(', ')}`)
  }

export const list =
  <T>(read: (item: string) => T) =>
  (value: string): readonly T[] =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .map(read)
