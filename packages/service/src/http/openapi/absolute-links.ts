// Descriptions of endpoints link to pages of the documentation as files of docs/reference do. An OpenAPI document is read
// elsewhere, so its links are URLs.

import { resolveLink } from '../docs/links.ts'
import type { Openapi } from './document.ts'

/** Any file of the folder that the links are relative to. */
const FILE = 'docs/reference/admin-api.md'

const LINK = /\]\(([^)\s]+)\)/g

export const withAbsoluteLinks = (document: Openapi, baseUrl: string): Openapi =>
  JSON.parse(
    JSON.stringify(document).replaceAll(LINK, (link, href: string) => {
      const path = resolveLink(href, FILE)
      return path?.startsWith('/') ? `](${baseUrl}${path})` : link
    }),
  ) as Openapi
