// Acme through its public API.

import { ApiError } from '../../packages/service/src/errors.ts'
import { jsonList, jsonObject } from '../../packages/service/src/parsing/json-value.ts'
import { platform } from '../../packages/service/src/platforms/platform.ts'
import { stringOrNull } from '../../packages/service/src/post/build-post.ts'
import { AcmeSettings, API_ORIGIN, callAcme } from './call-acme.ts'
import { mapNote } from './map-note.ts'
import { mapUser } from './map-user.ts'

/** A bare name, with or without `@`, or the address of a profile. */
const HANDLE = /^(?:(?:https?:\/\/)?acme\.example\/@?|@?)(?<user>[a-z0-9_]{1,32})\/?(?:[?#].*)?$/

export const acme = platform({
  id: 'acme',
  name: 'Acme',
  provenance: 'official_api',
  handles: ['user', '@user', 'https://acme.example/@user'],
  variants: {
    posts: 'all notes',
    media: 'notes with pictures',
  },
  settings: AcmeSettings,
  origins: [API_ORIGIN],
  canonicalize: (input) => HANDLE.exec(input.trim().toLowerCase())?.groups?.user,

  async page(request) {
    const { handle, variant, after, limit, memo } = request
    const [user, answer] = await Promise.all([
      memo(`user ${handle}`, async () => jsonObject((await callAcme(request, `/users/${handle}`)).json())),
      callAcme(request, `/users/${handle}/notes`, {
        limit: String(limit),
        ...(after !== undefined && { before: after }),
        ...(variant === 'media' && { with: 'pictures' }),
      }),
    ])
    const notes = jsonList(jsonObject(answer.json()).notes).slice(0, limit)
    const posts = notes.map((note) => mapNote(note, user)).filter((post) => post !== null)
    // A full page may have more behind it. The position is the id of a post, so new posts shift nothing.
    const last = stringOrNull(jsonObject(notes.at(-1)).id) ?? undefined
    return { profile: mapUser(user, handle), posts, next: notes.length === limit ? last : undefined }
  },

  posts: {
    parts: { user: '[a-z0-9_]{1,32}', id: '\\d{1,20}' },
    patterns: { 'acme.example/@{user}/{id}': 'https://acme.example/@{user}/{id}' },
    domains: ['acme.example'],
  },

  async post(request) {
    const answer = await callAcme(request, `/notes/${request.match.id}`, {}, { 404: 'post_not_found' })
    const note = jsonObject(answer.json())
    const post = mapNote(note, jsonObject(note.user))
    if (post === null) throw new ApiError('platform_error')
    return { post, answer }
  },
})
