// Minimal validation of JSON: an object some of whose fields are checked. Others may be missing or anything, and are
// checked when they are read.

import { jsonObject } from './json-value.ts'

/** Whether a value has the shape. */
export type Shape<T> = (value: unknown) => value is T

/** A check for each field with a known type. */
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
