// An endpoint of the operator's API as data: what it takes, what it gives, and what it does. The routes and
// docs/admin-api.md are both made from it.

import type { Static, TObject } from 'typebox'
import type { SignedIn } from '../../licensing/operators/operators.ts'
import type { Actor, OperatorRole } from '../../storage/store.ts'
import type { Parts } from '../parts.ts'

export const ADMIN_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type AdminMethod = (typeof ADMIN_METHODS)[number]

/** What was asked for; query and body are as their schemas say. */
export type Asked<Q = unknown, B = unknown> = {
  readonly params: Readonly<Record<string, string>>
  readonly query: Q
  readonly body: B
  readonly operator: SignedIn
  /** The same, as who makes what is changed. */
  readonly actor: Actor
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
  /** A request as an example: the address as it is written, and the body. */
  readonly example: { readonly path: string; readonly body?: Static<B> }
  readonly handle: (parts: Parts) => (asked: Asked<Static<Q>, Static<B>>) => Promise<Static<D>>
}

export type AdminRoute = Omit<Definition<TObject, TObject, TObject>, 'handle'> & {
  readonly handle: (parts: Parts) => (asked: Asked) => Promise<unknown>
}

/** Declares an endpoint. The schemas are checked before it is asked, so that it may rely on their types. */
export const adminRoute = <D extends TObject, Q extends TObject = TObject, B extends TObject = TObject>(
  definition: Definition<Q, B, D>,
): AdminRoute => definition as unknown as AdminRoute
