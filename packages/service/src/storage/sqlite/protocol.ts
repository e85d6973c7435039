// The messages between the store and its thread.

import type { Query } from '../records/cache-query.ts'
import type { Charge, Refund } from '../store.ts'

export type ThreadTask =
  | ({ readonly op: 'query' } & Query)
  /** See QueryBatches. `affected` is 1 when the lease was claimed. */
  | { readonly op: 'find-or-claim'; readonly find: Query; readonly claim: Query }
  /** See QueryBatches; both statements write. */
  | { readonly op: 'both'; readonly first: Query; readonly second: Query }
  | { readonly op: 'commit-usage'; readonly charges: readonly Charge[]; readonly refunds: readonly Refund[] }
  | { readonly op: 'backup'; readonly file: string }
  /** `affected` is 1 when the log was truncated too. */
  | { readonly op: 'compact' }
  | { readonly op: 'close' }

export type ThreadRequest = ThreadTask & { readonly id: number }

export type ThreadResult = { readonly rows: readonly unknown[]; readonly affected: number }

export type ThreadResponse =
  | { readonly id: number; readonly result: ThreadResult }
  | { readonly id: number; readonly failure: { readonly code: string; readonly message: string } }
