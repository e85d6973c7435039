// Records a span for each store call, by the semantic conventions for database clients
// (https://opentelemetry.io/docs/specs/semconv/database/database-spans/). Operations have names; statements are not
// recorded.

import type { Tracer } from './tracer.ts'

export type StoreSystem = 'sqlite' | 'postgresql'

/** Call it for each finished store call, in the context of its request. Batched calls belong to the first request. */
export const traceStore =
  (tracer: Tracer, system: StoreSystem) =>
  (operation: string, outcome: string, milliseconds: number): void => {
    const isError = outcome !== 'ok'
    const attributes = {
      'db.system.name': system,
      'db.operation.name': operation,
      ...(isError && { 'error.type': outcome }),
    }
    tracer.recordChild({ name: operation, kind: 'client', attributes }, milliseconds, isError)
  }
