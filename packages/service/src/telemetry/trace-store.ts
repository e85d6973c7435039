// Leaves a span of each answer of the store behind, as the semantic conventions have it for clients of databases
// (https://opentelemetry.io/docs/specs/semconv/database/database-spans/). Statements are not in it: what is asked for has a name.

import type { Tracer } from './tracer.ts'

export type StoreSystem = 'sqlite' | 'postgresql'

/** To be told of each answer, in the course of what it was for. Calls that came together are a part of the first one's. */
export const traceStore =
  (tracer: Tracer, system: StoreSystem) =>
  (operation: string, outcome: string, milliseconds: number): void => {
    const isError = outcome !== 'ok'
    const attributes = {
      'db.system.name': system,
      'db.operation.name': operation,
      ...(isError && { 'error.type': outcome }),
    }
    tracer.past({ name: operation, kind: 'client', attributes }, milliseconds, isError)
  }
