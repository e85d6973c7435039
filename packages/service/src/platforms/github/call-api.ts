// The calls of GitHub's REST API. Responses are kept with their validators: for calls with a token, GitHub does not count a
// 304.

import { headerLinks } from '../../feeds/page-links.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { API } from './urls.ts'

/** Texts as HTML in addition to Markdown.
 * https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api */
export const FULL = 'application/vnd.github.full+json'

export const requestApi = (send: Send, path: string, call: Omit<Call, 'url'> = {}): Promise<Response> =>
  send({
    accept: 'application/vnd.github+json',
    revalidate: true,
    ...call,
    url: `${API}${path}`,
    headers: { 'x-github-api-version': '2022-11-28' },
  })

const PAGE = /^[1-9]\d{0,5}$/

/** Throws Refused: `invalid_cursor`. */
export const requirePage = (at: string | undefined): string => {
  if (at !== undefined && !PAGE.test(at)) throw new Refused('invalid_cursor')
  return at ?? '1'
}

/** The URL of the next page has the user's number as its path, so only the page number is used. */
export const nextOf = ({ headers, url }: Response): string | undefined => {
  const next = headerLinks(headers.link ?? '', url).find(({ rel }) => rel === 'next')
  const page = next && new URL(next.url).searchParams.get('page')
  return page && PAGE.test(page) ? page : undefined
}
