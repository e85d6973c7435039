// OTLP in JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding), the parts common to all signals. Ids
// are hexadecimal, enumerations numbers, 64-bit integers strings.

import type { Attributes } from './span.ts'

export const SCOPE = 'central-api'

const NANOSECONDS_PER_MICROSECOND = 1_000n

/** Milliseconds since the epoch as nanoseconds, exact to the microsecond. */
export const nanosecondsOf = (milliseconds: number): string =>
  String(BigInt(Math.round(milliseconds * 1_000)) * NANOSECONDS_PER_MICROSECOND)

const anyValueOf = (value: string | number | boolean): object => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

export const attributesOf = (attributes: Attributes): readonly object[] =>
  Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: anyValueOf(value) }]))
