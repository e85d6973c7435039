// A person without a script who walks from the URL of a consent to its end: over HTTP, with cookies, and with the buttons
// and the links of each page.

import assert from 'node:assert/strict'
import { onwardOf } from '../onward-of.ts'

/** What the person chooses at the provider. */
export type Choice = {
  readonly way?: string
  /** Accounts to tick at the provider. */
  readonly accounts?: readonly string[]
}

export const walkConsent = async (start: string, { way = 'allow', accounts = [] }: Choice = {}) => {
  const { origin } = new URL(start)
  const cookies = new Map<string, string>()
  /** The page at the end of every redirect. */
  const visit = async (
    url: string,
    form?: URLSearchParams,
  ): Promise<{ readonly url: string; readonly text: string }> => {
    const isOurs = new URL(url).origin === origin
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      ...(form && { method: 'POST', body: form }),
      headers: { ...(isOurs && cookie !== '' && { cookie }), ...(form && { 'sec-fetch-site': 'same-origin' }) },
    })
    for (const written of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(written) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const text = await response.text()
    return location === null ? { url, text } : visit(new URL(location, url).href)
  }

  await visit(start)
  const secret = new URL(start).searchParams.get('t') ?? ''
  const onward = await visit(start.split('?')[0] ?? '', new URLSearchParams({ t: secret }))
  const page = new URL(onwardOf(onward.text))
  const asked = await visit(page.href)
  assert.match(asked.text, new RegExp(`<button name="decision" value="${way}">`), asked.text)
  page.searchParams.set('decision', way)
  for (const account of accounts) page.searchParams.append('account', account)
  const back = await visit(page.href)
  /** The provider's page where the person takes the consent back. */
  const grants = new URL('/', page).href
  if (!back.url.includes('/choose?')) return { ...back, grants }
  // The first of those to choose among.
  const [, account = ''] = /name="account"[^>]* value="([^"]+)"/.exec(back.text) ?? []
  const ticket = new URL(back.url).searchParams.get('ticket') ?? ''
  const form = new URLSearchParams({ ticket, account })
  return { ...(await visit(back.url.split('?')[0] ?? '', form)), grants }
}
