// The page between a form and another origin. It is replaced in the browser's history, so that the back button leads to the
// form (https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-meta-element).

import { html } from '../../docs/markup.ts'
import type { Brand } from '../brand.ts'
import { renderPage } from './layout.ts'

/** `where`: the platform, or the host, as people know it. */
export const onwardPage = (brand: Brand, where: string, location: string): string =>
  renderPage(brand, {
    title: `Continue to ${where}`,
    root: '../',
    onward: location,
    main: html`
<h1>Continue to ${where}</h1>
<p>Your browser opens ${where} now. If nothing happens, follow the link.</p>
<a class="onward" href="${location}">Continue to ${where}</a>`,
  })
