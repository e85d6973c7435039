// Links of the documents: from a file of the repository to a page of the site.

import { posix } from 'node:path'
import { DOC_PAGES } from './pages.ts'

const PATHS: ReadonlyMap<string, string> = new Map(DOC_PAGES.map(({ file, path }) => [file, path]))

/** The path of a link's target with its anchor; undefined if the target is only in the repository. External links and anchors
 * within the page are unchanged. */
export const resolveLink = (href: string, file: string): string | undefined => {
  if (/^(?:https?:|#)/.test(href)) return href
  const [target = '', anchor] = href.split('#')
  const page = PATHS.get(posix.normalize(posix.join(posix.dirname(file), target)))
  return page && (anchor === undefined ? page : `${page}#${anchor}`)
}

/** The relative path from a page to the root of the service. A proxy may serve the service below a path. */
export const toRoot = (path: string): string => '../'.repeat(path.split('/').length - 2)
