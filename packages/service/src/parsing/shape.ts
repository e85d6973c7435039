// What JSON must be to be read at all: an object some of whose fields are checked. The others may be missing or be
// anything, and are checked by whoever reads them.

import { jsonObject } from './json-value.ts'

/** Tells whether a value has the shape. */
export type Shape<T> = (value: unknown) => value is T

/** A check for each field that is known to be something. */
type Checks<T> = { readonly [K in keyof T as unknown extends T[K] ? never : K]: Shape<T[K]> }

export const isString: Shape<string> = (value) => typeof value === 'string'

export const isInteger = (value: unknown): value is number => Number.isInteger(value)

export const shape = <T>(checks: Checks<T>): Shape<T> => {
  const entries = Object.entries<Shape<unknown>>(checks)
  return (value): value is T => {
    const object = jsonObject(value)
    return object === value && entries.every(([name, check]) => check(object[name]))
  }
}
