// What a reference is made of: a document, and what the document cannot say of itself.

import { ADMIN_PREFIX } from '../admin/admin-route.ts'
import type { Openapi } from '../openapi/document.ts'
import type { Markup } from './markup.ts'
import type { NavGroup } from './page.ts'

export type ReferencePaths = {
  /** Where the page is served. */
  readonly path: string
  /** Where the document is. */
  readonly documentPath: string
}

export const API_PATHS: ReferencePaths = { path: '/docs', documentPath: '/openapi.json' }

export const ADMIN_PATHS: ReferencePaths = { path: '/docs/admin', documentPath: `${ADMIN_PREFIX}/openapi.json` }

export type Reference = ReferencePaths & {
  readonly document: Openapi
  /** What leads to an operation among the contents: its path behind this prefix, or else its summary. */
  readonly shownBehind?: string
  /** What stands beside the title. */
  readonly glance?: Markup
  /** Sections before the operations, and what leads to them. */
  readonly introduction?: { readonly nav: NavGroup; readonly sections: Markup }
  /** Named schemas that have a section each; those of single requests and answers are shown where they belong. */
  readonly objects: { readonly title: string; readonly text: string; readonly names: readonly string[] }
  /** The tag of operations for which a line is enough. */
  readonly briefTag?: string
}
