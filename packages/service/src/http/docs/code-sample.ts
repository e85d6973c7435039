// Code samples with syntax highlighting on the server, so that the pages need no script for it.

import type { Call } from './call.ts'
import { inCurl, inJavascript, inPhp } from './call-samples.ts'
import { ALIASES, tokensOf } from './code-tokens.ts'
import { html, type Markup } from './markup.ts'

/** Highlights code. Code in an unknown language stays unchanged. */
export const colorCode = (code: string, language: string): Markup =>
  html`${tokensOf(code, language).map(({ kind, text }) =>
    kind === '' ? text : html`<span class="t-${kind}">${text}</span>`,
  )}`

const block = (code: Markup): Markup => html`<pre tabindex="0"><code>${code}</code></pre>`

const panel = (title: string, code: Markup): Markup => html`
<figure class="sample">
  <figcaption>${title}</figcaption>
  ${block(code)}
</figure>`

export const jsonSample = (title: string, value: unknown): Markup =>
  panel(title, colorCode(JSON.stringify(value, null, 2), 'json'))

export const headerSample = (title: string, headers: Readonly<Record<string, string | number>>): Markup =>
  panel(
    title,
    html`${Object.entries(headers).map(([name, value]) => html`<span class="t-key">${name}</span>: ${value}\n`)}`,
  )

/** The displayed names of languages. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['css', 'CSS'],
  ['html', 'HTML'],
  ['ini', 'Settings'],
  ['js', 'JavaScript'],
  ['json', 'JSON'],
  ['php', 'PHP'],
  ['sh', 'Shell'],
  ['sql', 'SQL'],
  ['yaml', 'YAML'],
])

/** A code block of a guide. */
export const codeSample = (code: string, language: string): Markup =>
  panel(NAMES.get(ALIASES[language] ?? language) ?? 'Text', colorCode(code, language))

type Language = {
  readonly id: string
  readonly name: string
  readonly colors: string
  readonly write: (call: Call) => string
}

/** The first language is the default. */
const LANGUAGES: readonly Language[] = [
  { id: 'curl', name: 'curl', colors: 'sh', write: inCurl },
  { id: 'php', name: 'PHP', colors: 'php', write: inPhp },
  { id: 'js', name: 'JavaScript', colors: 'js', write: inJavascript },
]

/** A request in all languages, with a choice that works by CSS alone, without a script. `id` is unique on the page. */
export const callSample = (title: string, call: Call, id: string): Markup => html`
<figure class="sample calls">
  <figcaption>${title}</figcaption>
  <fieldset>
    <legend>Language</legend>${LANGUAGES.map(
      (language, at) => html`
    <label><input type="radio" name="language-${id}" value="${language.id}"${at === 0 && html` checked`}>${language.name}</label>`,
    )}
  </fieldset>${LANGUAGES.map(
    ({ id: language, colors, write }) => html`
  <div data-language="${language}">${block(colorCode(write(call), colors))}</div>`,
  )}
</figure>`
