// The page of the error codes. Each code has a section with the anchor that `error.docs` links to.

import { ERRORS, type ErrorCode } from '../../errors.ts'
import { operationsOf } from '../openapi/document.ts'
import { ERROR_GROUPS, ERROR_GUIDE, ERROR_RULES } from './error-guide/error-guide.ts'
import { html, type Markup } from './markup.ts'
import { renderPage } from './page.ts'
import { inline } from './prose.ts'
import type { Reference } from './reference.ts'
import { codesOfOperation, endpointAnchor } from './reference-endpoint.ts'

const operationsWith = (references: readonly Reference[], code: ErrorCode): Markup => {
  const chips = references.flatMap(({ document, path: page, pathPrefix }) =>
    operationsOf(document)
      .filter(({ operation }) => codesOfOperation(operation).includes(code))
      .map(({ path, operation }) => {
        const text = pathPrefix === undefined ? operation.summary : path.replace(pathPrefix, '')
        return html`<a class="chip" href="${page}#${endpointAnchor(operation)}">${text}</a> `
      }),
  )
  return chips.length === 0 ? html`` : html`<p class="chips">${chips}</p>`
}

const section = (references: readonly Reference[], code: ErrorCode): Markup => {
  const { status, retryable, title } = ERRORS[code]
  const { happened, todo } = ERROR_GUIDE[code]
  return html`
<section id="${code}" class="code">
  <h3><a href="#${code}">${code}</a> <span class="status s${String(status)[0] ?? ''}">${status}</span>${
    retryable && html` <span class="retry">retryable</span>`
  }</h3>
  <p class="title">${inline(title)}.</p>
  <p>${inline(happened)}</p>
  <p><strong>What to do:</strong> ${inline(todo)}</p>
  ${operationsWith(references, code)}
</section>`
}

export const renderErrors = (references: readonly Reference[]): string =>
  renderPage({
    title: 'Error codes',
    description: 'What each error code means and what a client should do.',
    path: '/docs/errors',
    layout: 'reference',
    sections: [
      ...ERROR_GROUPS.map(({ title, codes }) => ({
        title,
        links: codes.map((code) => ({ href: `#${code}`, text: html`<code class="plain">${code}</code>` })),
      })),
    ],
    main: html`
<section class="hero">
  <p class="eyebrow">Error codes</p>
  <h1>What each error means and how to handle it</h1>
  <ul class="rules">${ERROR_RULES.map((rule) => html`<li>${inline(rule)}</li>`)}</ul>
</section>
${ERROR_GROUPS.map(
  ({ title, codes }) => html`
<section class="group" id="about-${title.toLowerCase()}"><h2>${title}</h2></section>
${codes.map((code) => section(references, code))}`,
)}`,
  })
