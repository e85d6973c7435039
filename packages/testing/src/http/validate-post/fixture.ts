// A stubbed web, and the result of validating a post in it: its data if it is valid, else the error code.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { validatePost } from '@central-api/service/http/validate-post/route.ts'
import { mastodon } from '@central-api/service/platforms/mastodon/mastodon.ts'
import { sandbox } from '@central-api/service/platforms/sandbox/sandbox.ts'
import { tiktok } from '@central-api/service/platforms/tiktok/tiktok.ts'
import { x } from '@central-api/service/platforms/x/x.ts'
import { youtube } from '@central-api/service/platforms/youtube/youtube.ts'
import { Compile } from 'typebox/compile'
import { assertEveryResponse } from '../../assert-response.ts'
import { type StubPages, type StubWebOptions, startStubWeb } from '../../stub-web.ts'

export const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
export const VIDEO_OEMBED = {
  version: '1.0',
  type: 'video',
  title: 'A film',
  author_name: 'The Desk',
  provider_name: 'YouTube',
  thumbnail_url: 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
  width: 200,
  height: 113,
  html: '<iframe width="200" height="113" src="https://www.youtube.com/embed/dQw4w9WgXcQ" onload="x()"></iframe><script>alert(1)</script>',
}
export const STATUS = {
  id: '1122',
  created_at: '2026-05-04T10:00:00.000Z',
  url: 'https://social.example/@desk/1122',
  visibility: 'public',
  content: '<p>Hello from the desk</p>',
  account: { id: '1', username: 'desk', acct: 'desk', display_name: 'The Desk', url: 'https://social.example/@desk' },
  media_attachments: [],
}

const isData = Compile(validatePost.data)
export const FEDERATED = { platforms: [mastodon, sandbox, tiktok, x, youtube] }

export const withoutQuery = (address: string) => address.split('?')[0] ?? ''

/** The data of a successful response, checked against the schema. */
export const found = async (context: TestContext, url: string, pages: StubPages, more: StubWebOptions = {}) => {
  const web = await startStubWeb(context, { ...FEDERATED, ...more, pages })
  const response = await web.validatePost(url)
  assert.equal(response.status, 200, response.text)
  assertEveryResponse(response)
  const { data } = response.body
  assert.ok(isData.Check(data), JSON.stringify([...isData.Errors(data)].slice(0, 3)))
  return { data, web, answer: response }
}

export const refused = async (context: TestContext, url: string, pages: StubPages, more: StubWebOptions = {}) => {
  const web = await startStubWeb(context, { ...FEDERATED, ...more, pages })
  const response = await web.validatePost(url)
  return { answer: response, web, code: response.body.error?.code }
}
