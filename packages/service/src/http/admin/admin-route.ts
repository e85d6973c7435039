// An endpoint of the admin API as data: input, output and handler. The routes and docs/reference/admin-api.md are both made from
// it.

import type { Static, TObject } from 'typebox'
import type { CsvCell } from '../../csv/write-csv.ts'
import type { SignedIn } from '../../licensing/operators/operators.ts'
import type { Actor, Answering, OperatorRole } from '../../storage/store.ts'
import type { Parts } from '../parts.ts'

export const ADMIN_PREFIX = '/admin/v1'

export const ADMIN_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type AdminMethod = (typeof ADMIN_METHODS)[number]

/** A validated request: query and body match their schemas. */
export type OperatorRequest<Q = unknown, B = unknown, D = unknown> = {
  readonly params: Readonly<Record<string, string>>
  readonly query: Q
  readonly body: B
  readonly operator: SignedIn
  /** The operator, as the actor of the audit trail. */
  readonly actor: Actor
  /** Passed to the store together with a change, so that the response is stored with it if the request has an
   * Idempotency-Key. */
  readonly toResponse: Answering<D>
}

type Definition<Q extends TObject, B extends TObject, D extends TObject> = {
  readonly method: AdminMethod
  /** Under `/admin/v1`. `:id` is a path parameter. */
  readonly path: `/${string}`
  /** The least role that may call it. */
  readonly role: OperatorRole
  /** In the OpenAPI document. */
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly query?: Q
  readonly body?: B
  readonly data: D
  /** It creates something that a repeated request must not create twice: the handler passes `answering` on. */
  readonly isMaking?: true
  /** An example request: its path and body. */
  readonly example: { readonly path: string; readonly body?: Static<B> }
  readonly handle: (parts: Parts) => (requested: OperatorRequest<Static<Q>, Static<B>, Static<D>>) => Promise<Static<D>>
  /** The same data as CSV, header first, for `text/csv`. `name`: the name of the file. */
  readonly csv?: (parts: Parts) => (requested: OperatorRequest<Static<Q>, Static<B>>) => Promise<CsvFile>
}

export type CsvFile = {
  readonly name: string
  readonly lines: Iterable<readonly CsvCell[]> | AsyncIterable<readonly CsvCell[]>
}

export type AdminRoute = Omit<Definition<TObject, TObject, TObject>, 'handle' | 'csv'> & {
  readonly handle: (parts: Parts) => (requested: OperatorRequest) => Promise<unknown>
  readonly csv?: (parts: Parts) => (requested: OperatorRequest) => Promise<CsvFile>
}

/** Declares an endpoint. Requests are validated before `handle` is called, so it may rely on the types. */
export const adminRoute = <D extends TObject, Q extends TObject = TObject, B extends TObject = TObject>(
  definition: Definition<Q, B, D>,
): AdminRoute => definition as unknown as AdminRoute
