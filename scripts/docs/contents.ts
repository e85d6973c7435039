// docs/README.md: the list of all pages, from the table of the site.

import { posix } from 'node:path'
import { homeMarkdown } from '../../packages/service/src/http/docs/home.ts'
import { type GeneratedDocument, generatedHead } from './document.ts'

export const contentsDocument: GeneratedDocument = {
  path: 'docs/README.md',
  generate: () =>
    homeMarkdown(({ file }) => posix.relative('docs', file)).replace(/^# (.*)\n\n/, (_, title: string) =>
      generatedHead(title),
    ),
}
