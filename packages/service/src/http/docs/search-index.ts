// The search index of the pages, which the browser searches: operations, objects, error codes and sections of guides with their
// texts. It is built at its first request.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { ERROR_CODES, ERRORS } from '../../errors.ts'
import { operationsOf } from '../openapi/document.ts'
import { ERROR_GUIDE } from './error-guide/error-guide.ts'
import { schemaAnchor } from './fields.ts'
import { DOC_PAGES } from './pages.ts'
import type { Reference } from './reference.ts'
import { endpointAnchor } from './reference-endpoint.ts'
import { createAnchors, readGuide, sectionsOf } from './render-guide.ts'

/** `on` is the title of the page; `href` is a path from the root of the service. */
export type Entry = { readonly title: string; readonly on: string; readonly href: string; readonly text: string }

/** The maximum length of a section's text. Longer sections are truncated. */
const MAX_TEXT = 3_000

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

const ofReference = ({ document, path: page, objects }: Reference): readonly Entry[] => {
  const on = `${document.info.title} reference`
  return [
    ...operationsOf(document).map(({ path, method, operation }) => ({
      title: operation.summary,
      on,
      href: operation.tags.includes('Service') ? `${page}#service` : `${page}#${endpointAnchor(operation)}`,
      text: `${method.toUpperCase()} ${path} ${plain(operation.description)} ${fieldsIn(operation.requestBody ?? {})}`,
    })),
    ...objects.names.map((name) => ({
      title: name,
      on,
      href: `${page}#${schemaAnchor(name)}`,
      text: fieldsIn(document.components.schemas[name]),
    })),
  ]
}

const ofErrors = (): readonly Entry[] =>
  ERROR_CODES.map((code) => ({
    title: code,
    on: 'Error codes',
    href: `/docs/errors#${code}`,
    text: plain(`${ERRORS[code].title}. ${ERROR_GUIDE[code].happened} ${ERROR_GUIDE[code].todo}`),
  }))

export const makeSearchIndex = async (references: readonly Reference[]): Promise<readonly Entry[]> => {
  const entries = [...references.flatMap(ofReference), ...ofErrors()]
  for (const guide of DOC_PAGES) {
    // The codes have entries of their own.
    if (guide.path === '/docs/errors') continue
    const anchorOf = createAnchors()
    for (const section of sectionsOf(readGuide(guide)).flatMap((part) => part.split(/^(?=### )/m))) {
      const [first = '', ...rest] = section.trimStart().split('\n')
      const heading = plain(HEADING.exec(first)?.[1] ?? guide.title)
      const isWhole = first.startsWith('# ')
      entries.push({
        title: isWhole ? guide.title : heading,
        on: guide.title,
        href: isWhole ? guide.path : `${guide.path}#${anchorOf(heading)}`,
        text: plain(rest.join('\n')).slice(0, MAX_TEXT),
      })
    }
    await nextTurn()
  }
  return entries
}
