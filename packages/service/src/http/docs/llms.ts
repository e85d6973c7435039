// `/llms.txt` and `/llms-full.txt`: the documentation for programs (https://llmstxt.org).

import { pageMarkdown } from './page-markdown.ts'
import { DOC_GROUPS, DOC_PAGES } from './pages.ts'

const INTRODUCTION = `# Central API

> Central API returns posts of public profiles from many platforms in one normalized format, and validates links and posts. You host
> it yourself. Plugins use it over HTTP with a license key.
`

/** A list of all pages with the URLs of their Markdown. */
export const llmsIndex = (baseUrl: string): string =>
  [
    INTRODUCTION,
    `The API is at ${baseUrl}/api/v1. Its OpenAPI document is at ${baseUrl}/openapi.json. All pages in one file: ${baseUrl}/llms-full.txt\n`,
    ...DOC_GROUPS.map(
      ({ title, pages }) =>
        `## ${title}\n\n${pages.map((page) => `- [${page.title}](${baseUrl}${page.path}.md): ${page.description}\n`).join('')}`,
    ),
  ].join('\n')

/** All pages, except generated references, which are listed in the index. */
export const llmsFull = (baseUrl: string): string =>
  [
    INTRODUCTION,
    ...DOC_PAGES.filter(({ isReference }) => !isReference).map(
      (page) => `<!-- ${baseUrl}${page.path} -->\n\n${pageMarkdown(page, baseUrl).trimEnd()}\n`,
    ),
  ].join('\n')
