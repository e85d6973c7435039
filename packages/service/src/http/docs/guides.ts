// The guides that are served beside the references: the documents of the repository, by where they are in it.

import { posix } from 'node:path'

export type Guide = {
  /** In the repository. */
  readonly file: string
  /** Among the contents. */
  readonly title: string
  readonly path: string
}

export type GuideGroup = { readonly title: string; readonly guides: readonly Guide[] }

const GUIDES_PATH = '/docs/guides'

/** `docs/x.md` → `/docs/guides/x`; the page of a package is called like the package. */
const pathOf = (file: string): string => {
  const name = file.replace(/^docs\//, '').replace(/^packages\/([\w-]+)\/README\.md$/, '$1-package')
  return `${GUIDES_PATH}/${name.replace(/\.md$/, '')}`
}

const group = (title: string, guides: Readonly<Record<string, string>>): GuideGroup => ({
  title,
  guides: Object.entries(guides).map(([file, name]) => ({ file, title: name, path: pathOf(file) })),
})

/** In the order in which people need them. The error codes have a page of their own, which is made of the same table. */
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
    'docs/console.md': 'Operator’s pages',
    'docs/admin-api.md': 'Operator’s API',
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

/** Where a link of a guide leads on the pages; undefined where it leads to what is only in the repository. */
export const resolveLink = (href: string, file: string): string | undefined => {
  if (/^(?:https?:|#)/.test(href)) return href
  const [target = '', anchor] = href.split('#')
  const page = PAGES.get(posix.normalize(posix.join(posix.dirname(file), target)))
  return page && (anchor === undefined ? page : `${page}#${anchor}`)
}
