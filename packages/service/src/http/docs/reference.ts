// The parts of a reference: an OpenAPI document, and content that the document cannot contain.

import { ADMIN_PREFIX } from '../admin/admin-route.ts'
import type { Openapi } from '../openapi/document.ts'
import type { Markup } from './markup.ts'
import type { NavGroup } from './navigation.ts'

export type ReferencePaths = {
  /** The path of the page. */
  readonly path: string
  /** The path of the OpenAPI document. */
  readonly documentPath: string
}

export const API_PATHS: ReferencePaths = { path: '/docs/reference/api', documentPath: '/openapi.json' }

export const ADMIN_PATHS: ReferencePaths = {
  path: '/docs/reference/admin-api',
  documentPath: `${ADMIN_PREFIX}/openapi.json`,
}

export type Reference = ReferencePaths & {
  readonly document: Openapi
  /** If set, the table of contents shows the path of an operation without this prefix instead of its summary. */
  readonly pathPrefix?: string
  /** Content next to the title. */
  readonly glance?: Markup
  /** Sections before the operations, and the links to them. */
  readonly introduction?: {
    readonly nav: NavGroup
    readonly sections: Markup
    /** The same sections for the search. */
    readonly entries: readonly { readonly id: string; readonly title: string; readonly text: string }[]
  }
  /** The named schemas that have their own section. Schemas of single requests and responses are shown with their operation. */
  readonly objects: { readonly title: string; readonly text: string; readonly names: readonly string[] }
  /** The tag of operations with a short entry instead of a section. */
  readonly briefTag?: string
}
