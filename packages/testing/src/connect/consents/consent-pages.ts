// The pages of a simulated provider: one that asks the owner, and one where the owner takes the consent back. They need no
// script.

import { escapeHtml } from '@central-api/service/post/markup/escape.ts'

export type ConsentWay = { readonly name: string; readonly label: string }

export type ConsentPage = {
  /** As people know the platform. */
  readonly platform: string
  /** Whose page it takes the place of. */
  readonly host: string
  /** Of the authorization request. */
  readonly query: URLSearchParams
  readonly scope: string | null
  /** How the consent may end. */
  readonly ways: readonly ConsentWay[]
  /** Accounts that the owner ticks here, where the platform has that. */
  readonly accounts: readonly { readonly id: string; readonly name: string }[]
}

const STYLE = `<style>
:root { color-scheme: light dark; }
body { max-width: 30rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
fieldset { margin: 1rem 0; padding: .5rem 1rem; border: 1px solid light-dark(#868f99, #69737e); border-radius: .5rem; }
label { display: block; padding: .25rem 0; }
button { display: block; width: 100%; margin: .5rem 0; padding: .625rem 1rem; border: 1px solid light-dark(#868f99, #69737e); border-radius: .5rem; background: none; color: inherit; font: inherit; text-align: start; cursor: pointer; }
button:hover, button:focus-visible { background: light-dark(#e7f4f2, #11302d); }
a { color: inherit; }
</style>`

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width">
${STYLE}
</head>
<body>
<main><h1>${escapeHtml(title)}</h1>
${body}</main>
</body>
</html>
`

const hidden = ([name, value]: readonly [string, string]): string =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`

export const consentPage = ({ platform, host, query, scope, ways, accounts }: ConsentPage): string => {
  const asked = scope === null ? '' : `<p>It asks for: ${escapeHtml(scope.split(/[ ,]/).join(', '))}.</p>\n`
  const ticks = accounts.map(
    ({ id, name }) =>
      `<label><input type="checkbox" name="account" value="${escapeHtml(id)}" checked> ${escapeHtml(name)}</label>`,
  )
  const chosen = ticks.length === 0 ? '' : `<fieldset><legend>Accounts</legend>\n${ticks.join('\n')}\n</fieldset>\n`
  const buttons = ways.map(
    ({ name, label }) => `<button name="decision" value="${escapeHtml(name)}">${escapeHtml(label)}</button>`,
  )
  return page(
    `${platform}, simulated`,
    `<p>Central API wants to read your account. This page takes the place of ${escapeHtml(host)}.</p>
${asked}<form method="get">
${[...query].map(hidden).join('')}
${chosen}${buttons.join('\n')}
</form>
<p><a href="/">Applications that you allowed</a></p>`,
  )
}

export const grantsPage = (platform: string, isAllowed: boolean): string =>
  page(
    `${platform}, simulated: your applications`,
    isAllowed
      ? '<p>Central API may read your account.</p>\n<form method="post"><button>Remove Central API</button></form>'
      : '<p>You allow no application to read your account.</p>',
  )

export const refusalPage = (platform: string, reason: string): string =>
  page(`${platform}, simulated`, `<p>This authorization request is malformed.</p>\n<pre>${escapeHtml(reason)}</pre>`)
