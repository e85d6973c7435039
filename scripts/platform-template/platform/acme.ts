// Acme through its API, which requires a key. https://acme.example/developers

import { platform } from '@central-api/service/upstream/contract/platform.ts'
import { api } from './api.ts'
import { AcmeSettings, key } from './key.ts'
import { API_ORIGIN, POSTS } from './urls.ts'

/** A bare name, with or without `@`, or the URL of a profile. */
const HANDLE = /^(?:(?:https?:\/\/)?acme\.example\/@?|@?)(?<user>[a-z0-9_]{1,32})\/?(?:[?#].*)?$/

export const acme = platform({
  id: 'acme',
  name: 'Acme',
  handles: ['user', '@user', 'https://acme.example/@user'],
  variants: {
    posts: 'all notes',
    media: 'notes with images',
  },
  settings: AcmeSettings,
  origins: [API_ORIGIN],
  credentials: [key],
  canonicalize: (input) => HANDLE.exec(input.trim().toLowerCase())?.groups?.user,
  sources: [api],
  posts: POSTS,
})
