// An endpoint of the operator's API as data: what it takes, what it gives, and what it does. The routes and
// docs/admin-api.md are both made from it.

import type { Static, TObject } from 'typebox'
import type { CsvCell } from '../../csv/write-csv.ts'
import type { SignedIn } from '../../licensing/operators/operators.ts'
import type { Actor, Answering, OperatorRole } from '../../storage/store.ts'
import type { Parts } from '../parts.ts'

export const ADMIN_PREFIX = '/admin/v1'

export const ADMIN_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type AdminMethod = (typeof ADMIN_METHODS)[number]

/** What was asked for; query and body are as their schemas say. */
export type Requested<Q = unknown, B = unknown, D = unknown> = {
  readonly params: Readonly<Record<string, string>>
  readonly query: Q
  readonly body: B
  readonly operator: SignedIn
  /** The same, as who makes what is changed. */
  readonly actor: Actor
  /** Goes down to the store with what makes something, so that the answer is kept with it, where the request has a key. */
  readonly answering: Answering<D>
}

type Definition<Q extends TObject, B extends TObject, D extends TObject> = {
  readonly method: AdminMethod
  /** Under `/admin/v1`; `:id` stands for a part of the address. */
  readonly path: `/${string}`
  /** The least role of an operator who may ask. */
  readonly role: OperatorRole
  readonly summary: string
  readonly description: string
  readonly query?: Q
  readonly body?: B
  readonly data: D
  /** Whether it makes something that a request sent twice must not make twice: it passes `answering` on. */
  readonly isMaking?: true
  /** A request as an example: the address as it is written, and the body. */
  readonly example: { readonly path: string; readonly body?: Static<B> }
  readonly handle: (parts: Parts) => (requested: Requested<Static<Q>, Static<B>, Static<D>>) => Promise<Static<D>>
  /** The same as lines of a table, the heading first, for who asks for `text/csv`; `name` is what the file is called. */
  readonly csv?: (parts: Parts) => (requested: Requested<Static<Q>, Static<B>>) => Promise<CsvFile>
}

export type CsvFile = {
  readonly name: string
  readonly lines: Iterable<readonly CsvCell[]> | AsyncIterable<readonly CsvCell[]>
}

export type AdminRoute = Omit<Definition<TObject, TObject, TObject>, 'handle' | 'csv'> & {
  readonly handle: (parts: Parts) => (requested: Requested) => Promise<unknown>
  readonly csv?: (parts: Parts) => (requested: Requested) => Promise<CsvFile>
}

/** Declares an endpoint. The schemas are checked before it is asked, so that it may rely on their types. */
export const adminRoute = <D extends TObject, Q extends TObject = TObject, B extends TObject = TObject>(
  definition: Definition<Q, B, D>,
): AdminRoute => definition as unknown as AdminRoute
