// The page of the error codes: a section for each, under the anchor that `error.docs` points to.

import { ERRORS, type ErrorCode } from '../../errors.ts'
import type { Openapi } from '../openapi/document.ts'
import { ERROR_GROUPS, ERROR_GUIDE, ERROR_RULES } from './error-guide/error-guide.ts'
import { html, type Markup } from './markup.ts'
import { renderPage } from './page.ts'
import { inline } from './prose.ts'
import { codesOfOperation, endpointAnchor } from './reference-endpoint.ts'

const givenBy = ({ paths }: Openapi, code: ErrorCode): Markup => {
  const operations = Object.entries(paths).flatMap(([path, { post }]) =>
    post && codesOfOperation(post).includes(code) ? [{ path, post }] : [],
  )
  if (operations.length === 0) return html``
  return html`<p class="chips">${operations.map(
    ({ path, post }) =>
      html`<a class="chip" href="/docs#${endpointAnchor(post)}">${path.replace(/^\/api\/v\d+\//, '')}</a> `,
  )}</p>`
}

const section = (document: Openapi, code: ErrorCode): Markup => {
  const { status, retryable, title } = ERRORS[code]
  const { happened, todo } = ERROR_GUIDE[code]
  return html`
<section id="${code}" class="code">
  <h3><a href="#${code}">${code}</a> <span class="status s${String(status)[0] ?? ''}">${status}</span>${
    retryable && html` <span class="retry">retryable</span>`
  }</h3>
  <p class="title">${inline(title)}.</p>
  <p>${inline(happened)}</p>
  <p><strong>What to do.</strong> ${inline(todo)}</p>
  ${givenBy(document, code)}
</section>`
}

export const renderErrors = (document: Openapi): string =>
  renderPage({
    title: `${document.info.title}: error codes`,
    description: 'What each error code means and what a client should do.',
    nav: [
      { title: 'Reference', links: [{ href: '/docs', text: 'All endpoints' }] },
      ...ERROR_GROUPS.map(({ title, codes }) => ({
        title,
        links: codes.map((code) => ({ href: `#${code}`, text: html`<code class="plain">${code}</code>` })),
      })),
    ],
    main: html`
<section class="hero">
  <p class="eyebrow">Error codes</p>
  <h1>What went wrong, and what to do about it.</h1>
  <ul class="rules">${ERROR_RULES.map((rule) => html`<li>${inline(rule)}</li>`)}</ul>
</section>
${ERROR_GROUPS.map(
  ({ title, codes }) => html`
<section class="group" id="about-${title.toLowerCase()}"><h2>${title}</h2></section>
${codes.map((code) => section(document, code))}`,
)}`,
  })
