// Samples of code: JSON and shell, colored on the server, because the pages run no script.

import { html, type Markup } from './markup.ts'

const JSON_TOKEN =
  /(?<key>"(?:[^"\\]|\\.)*"(?=:))|(?<string>"(?:[^"\\]|\\.)*")|(?<word>\b(?:true|false|null)\b|-?\d[\d.eE+-]*)/g
const SHELL_TOKEN = /(?<string>'[^']*'|"[^"]*")|(?<word>^curl|\s-{1,2}[A-Za-z]+)|(?<key>\$\w+)/gm

const color = (code: string, tokens: RegExp): Markup => {
  const parts: (Markup | string)[] = []
  let at = 0
  for (const match of code.matchAll(tokens)) {
    const [kind = ''] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    parts.push(code.slice(at, match.index), html`<span class="t-${kind}">${match[0]}</span>`)
    at = match.index + match[0].length
  }
  return html`${parts}${code.slice(at)}`
}

const panel = (title: string, code: Markup): Markup => html`
<figure class="sample">
  <figcaption>${title}</figcaption>
  <pre tabindex="0"><code>${code}</code></pre>
</figure>`

export const jsonSample = (title: string, value: unknown): Markup =>
  panel(title, color(JSON.stringify(value, null, 2), JSON_TOKEN))

export const shellSample = (title: string, code: string): Markup => panel(title, color(code, SHELL_TOKEN))

export const headerSample = (title: string, headers: Readonly<Record<string, string | number>>): Markup =>
  panel(
    title,
    html`${Object.entries(headers).map(([name, value]) => html`<span class="t-key">${name}</span>: ${value}\n`)}`,
  )

/** A request as a line for the shell. Bearer requests take the token from `$TOKEN`. */
export const curl = (url: string, body: unknown, needsToken: boolean): string =>
  [
    `curl -s ${url}`,
    `  -H 'Content-Type: application/json'`,
    ...(needsToken ? [`  -H "Authorization: Bearer $TOKEN"`] : []),
    `  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`,
  ].join(' \\\n')
