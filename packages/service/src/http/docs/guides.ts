// The guides: documents of the repository that are served next to the references.

import { posix } from 'node:path'

export type Guide = {
  /** The path in the repository. */
  readonly file: string
  /** The title in the table of contents. */
  readonly title: string
  readonly path: string
}

export type GuideGroup = { readonly title: string; readonly guides: readonly Guide[] }

const GUIDES_PATH = '/docs/guides'

/** `docs/x.md` becomes `/docs/guides/x`. The page of a package is named after the package. */
const pathOf = (file: string): string => {
  const name = file.replace(/^docs\//, '').replace(/^packages\/([\w-]+)\/README\.md$/, '$1-package')
  return `${GUIDES_PATH}/${name.replace(/\.md$/, '')}`
}

const group = (title: string, guides: Readonly<Record<string, string>>): GuideGroup => ({
  title,
  guides: Object.entries(guides).map(([file, name]) => ({ file, title: name, path: pathOf(file) })),
})

/** The guides in the order of the table of contents. docs/errors.md is missing because the error codes have their own page. */
export const GUIDE_GROUPS: readonly GuideGroup[] = [
  group('Build', {
    'docs/plugins.md': 'Build a plugin',
    'docs/api.md': 'The API',
    'docs/validation.md': 'Validation',
    'docs/normalization.md': 'Normalization',
    'docs/platforms.md': 'Platforms',
    'packages/client/README.md': 'JavaScript client',
    'packages/php/README.md': 'PHP client',
    'packages/selector/README.md': 'Selector',
    'packages/wordpress/README.md': 'WordPress kit',
  }),
  group('Run', {
    'docs/operations.md': 'Operations',
    'docs/settings.md': 'Settings',
    'docs/cli.md': 'Command line',
    'docs/importing.md': 'Import and export',
    'docs/console.md': 'Console',
    'docs/admin-api.md': 'Admin API',
    'docs/webhooks.md': 'Webhooks',
    'docs/egress.md': 'Egress',
    'docs/performance.md': 'Performance',
    'docs/scaling.md': 'Scaling',
    'docs/adding-a-platform.md': 'Adding a platform',
  }),
]

export const GUIDES: readonly Guide[] = GUIDE_GROUPS.flatMap(({ guides }) => guides)

const PAGES: ReadonlyMap<string, string> = new Map([
  ...GUIDES.map(({ file, path }) => [file, path] as const),
  ['docs/errors.md', '/docs/errors'],
])

/** Resolves a link of a guide to a page; undefined if the target is only in the repository. */
export const resolveLink = (href: string, file: string): string | undefined => {
  if (/^(?:https?:|#)/.test(href)) return href
  const [target = '', anchor] = href.split('#')
  const page = PAGES.get(posix.normalize(posix.join(posix.dirname(file), target)))
  return page && (anchor === undefined ? page : `${page}#${anchor}`)
}
