// What the store and its thread say to each other.

import type { Query } from '../records/held-query.ts'
import type { Charge, Refund } from '../store.ts'

export type ThreadTask =
  | ({ readonly op: 'query' } & Query)
  /** See AskedTogether. `affected` is 1 where it was claimed. */
  | { readonly op: 'find-or-claim'; readonly find: Query; readonly claim: Query }
  /** See AskedTogether; both write. */
  | { readonly op: 'both'; readonly first: Query; readonly second: Query }
  | { readonly op: 'settle'; readonly charges: readonly Charge[]; readonly refunds: readonly Refund[] }
  | { readonly op: 'backup'; readonly file: string }
  /** `affected` is 1 where nothing is left in the log either. */
  | { readonly op: 'compact' }
  | { readonly op: 'close' }

export type ThreadRequest = ThreadTask & { readonly id: number }

export type ThreadResult = { readonly rows: readonly unknown[]; readonly affected: number }

export type ThreadResponse =
  | { readonly id: number; readonly result: ThreadResult }
  | { readonly id: number; readonly failure: { readonly code: string; readonly message: string } }
