// Typical typed code. It is compiled, not run.

import { type ClientEvent, createClient, isCentralApiError, type Page, type TokenStore } from '@central-api/client'
import { createFakeService, makePost } from '@central-api/client/fake'

const kept = new Map<string, string>()
const store: TokenStore = { get: (name) => kept.get(name), set: (name, value) => void kept.set(name, value) }
const events: ClientEvent[] = []

export const client = createClient({
  baseUrl: 'https://api.example.com',
  licenseKey: 'ck_test_…',
  siteId: 'https://blog.example',
  store,
  onEvent: (event) => events.push(event),
})

export const titleOf = async (url: string): Promise<string | null> => {
  const { preview } = await client.validateLink({ url, withBody: false })
  return preview.title
}

export const lengthOf = async (url: string): Promise<number> => (await client.validateLink({ url })).body.length

export const firstPage = async (handle: string): Promise<Page | undefined> => {
  try {
    const { data, meta } = await client.scan({ platform: 'sandbox', handle }).withMeta()
    return meta.quota?.remaining === 0 ? undefined : data
  } catch (error) {
    if (isCentralApiError(error, 'profile_not_found', 'profile_private')) return undefined
    throw error
  }
}

export const fake = createFakeService({ posts: [makePost({ id: '1', text: 'One' })] })
