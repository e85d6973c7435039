// The search index of the pages, which the browser searches: operations, objects, error codes and sections of guides with their
// texts. It is built at its first request.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { ERROR_CODES, ERRORS } from '../../errors.ts'
import { operationsOf } from '../openapi/document.ts'
import { ERROR_GUIDE } from './error-guide/error-guide.ts'
import { schemaAnchor } from './fields.ts'
import { createAnchors, takeOwnAnchors } from './heading-anchors.ts'
import { DOC_GROUPS, DOC_PAGES } from './pages.ts'
import type { Reference } from './reference.ts'
import { endpointAnchor } from './reference-endpoint.ts'
import { readGuide, sectionsOf } from './render-guide.ts'
import { SETTINGS_PAGE, settingsIn, withoutSettings } from './settings-index.ts'

export type Entry = {
  readonly title: string
  /** The title of the page. */
  readonly on: string
  /** The group of the page. */
  readonly group: string
  /** A path from the root of the service. */
  readonly href: string
  readonly text: string
  /** How likely it is what a reader looks for, compared with others: 1 if it is not set. */
  readonly weight?: number
}

/** Pages that contain many words and are rarely looked for: tables of fields, and records of measurements. The command that rotates
 * signing keys must not come before the ones for license keys. */
const WEIGHTS: Readonly<Record<string, number>> = {
  '/docs/reference/normalization': 0.35,
  // Whoever searches for a platform by its name rarely wants to register an application there.
  '/docs/operate/applications': 0.7,
  '/docs/operate/scaling-simulation': 0.5,
  '/docs/operate/tested': 0.5,
  '/docs/reference/cli#central-api-keys-rotate': 0.6,
}

/** People look for the code that they received more often than for the object or the event of the same name. */
const CODE_WEIGHT = 1.1

const REFERENCE = 'Reference'

const HEADING = /^#{1,6} (.+)$/
const plain = (markdown: string): string =>
  markdown
    .replace(/^```.*$/gm, '')
    .replace(/\]\([^)]*\)/g, '')
    .replace(/^[-| :]+$/gm, '')
    .replace(/[*`[\]|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Keywords of schemas that are not names of fields. */
const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set([
  'properties',
  'items',
  'schema',
  'content',
  'examples',
  'plain',
  'value',
])

const fieldsIn = (schema: unknown): string =>
  [...JSON.stringify(schema).matchAll(/"(\w+)":\{/g)]
    .flatMap(([, name = '']) => (SCHEMA_KEYWORDS.has(name) ? [] : [name]))
    .join(' ')

const ofReference = ({ document, path: page, objects, introduction }: Reference): readonly Entry[] => {
  const on = DOC_PAGES.find(({ path }) => path === page)?.title ?? ''
  return [
    ...(introduction?.entries ?? []).map(({ id, title, text }) => ({
      title,
      on,
      group: REFERENCE,
      href: `${page}#${id}`,
      text: plain(text),
    })),
    ...operationsOf(document).map(({ path, method, operation }) => ({
      title: operation.summary,
      on,
      group: REFERENCE,
      href: operation.tags.includes('Service') ? `${page}#service` : `${page}#${endpointAnchor(operation)}`,
      text: `${method.toUpperCase()} ${path} ${plain(operation.description)} ${fieldsIn(operation.requestBody ?? {})}`,
    })),
    ...objects.names.map((name) => ({
      title: name,
      on,
      group: REFERENCE,
      href: `${page}#${schemaAnchor(name)}`,
      text: fieldsIn(document.components.schemas[name]),
    })),
  ]
}

const ofErrors = (): readonly Entry[] =>
  ERROR_CODES.map((code) => ({
    title: code,
    on: 'Error codes',
    group: REFERENCE,
    href: `/docs/errors#${code}`,
    text: plain(`${ERRORS[code].title}. ${ERROR_GUIDE[code].happened} ${ERROR_GUIDE[code].todo}`),
    weight: CODE_WEIGHT,
  }))

export const makeSearchIndex = async (references: readonly Reference[], baseUrl: string): Promise<readonly Entry[]> => {
  const entries = [...references.flatMap(ofReference), ...ofErrors()]
  const own = new Set(['/docs/errors', ...references.map(({ path }) => path)])
  for (const guide of DOC_PAGES) {
    // Operations and codes have entries of their own.
    if (own.has(guide.path)) continue
    const group = DOC_GROUPS.find(({ pages }) => pages.includes(guide))?.title ?? ''
    const anchorOf = createAnchors()
    const taken = new Set<string>()
    for (const part of sectionsOf(readGuide(guide, baseUrl)).flatMap((each) => each.split(/^(?=### )/m))) {
      const { markdown: section, anchors } = takeOwnAnchors(part)
      const [first = '', ...rest] = section.trimStart().split('\n')
      const heading = plain(HEADING.exec(first)?.[1] ?? guide.title)
      const isWhole = first.startsWith('# ')
      const href = isWhole ? guide.path : `${guide.path}#${anchors.get(heading) ?? anchorOf(heading)}`
      const weight = WEIGHTS[href] ?? WEIGHTS[guide.path]
      const page = { on: guide.title, group, href, ...(weight !== undefined && { weight }) }
      const settings = guide.path === SETTINGS_PAGE ? settingsIn(section, taken, page.href) : []
      const prose = rest.join('\n')
      const text = plain(settings.length > 0 ? withoutSettings(prose) : prose)
      entries.push(
        { ...page, title: isWhole ? guide.title : heading, text },
        ...settings.map(({ name, href, markdown }) => ({ ...page, title: name, href, text: plain(markdown) })),
      )
    }
    await nextTurn()
  }
  return entries
}

/** The settings alone, for the console: their names, what they mean, and where they are described. */
export const makeSettingsIndex = async (
  baseUrl: string,
): Promise<readonly Pick<Entry, 'title' | 'href' | 'text'>[]> => {
  const entries = await makeSearchIndex([], baseUrl)
  return entries.flatMap(({ title, on, href, text }) =>
    on === 'Settings' && /^[A-Z][A-Z0-9_]+$/.test(title) && href.endsWith(`#${title}`) ? [{ title, href, text }] : [],
  )
}
