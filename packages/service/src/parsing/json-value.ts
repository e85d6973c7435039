// Reads JSON of unknown shape field by field, so that a wrong field does not invalidate the whole object.

export type JsonObject = Readonly<Record<string, unknown>>

/** The value as an object; an empty one for anything else. */
export const jsonObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}

/** The value as a list; an empty one for anything else. */
export const jsonList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
