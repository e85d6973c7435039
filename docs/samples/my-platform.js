// A platform of one's own, in one file: Acme, which is made up. Loaded by PLATFORMS=./my-platform.js.

import {
  absoluteUrl,
  bearer,
  buildAuthor,
  buildMedia,
  buildPost,
  buildProfile,
  byLast,
  countOrNull,
  platform as declare,
  givenEach,
  jsonList,
  jsonObject,
  parseTime,
  plainText,
  Refused,
  requireList,
  source,
  stringOrNull,
  Type,
  walk,
  walkHtml,
} from '@central-api/service/platform'

const API = 'https://api.acme.example'

/** A bare name, with or without `@`, or the address of a profile. */
const HANDLE = /^(?:(?:https?:\/\/)?acme\.example\/@?|@?)(?<user>[a-z0-9_]{1,32})\/?(?:[?#].*)?$/

const mapAuthor = (user) => {
  const name = stringOrNull(user.name)
  return buildAuthor({
    id: stringOrNull(user.id),
    handle: name,
    displayName: plainText(user.title),
    url: name === null ? null : absoluteUrl(`https://acme.example/@${name}`),
  })
}

/** Pure, and never throws: what is missing or of another type costs that field alone. */
const mapNote = (value) => {
  const note = jsonObject(value)
  const id = stringOrNull(note.id)
  if (id === null) return null
  const author = mapAuthor(jsonObject(note.user))
  const { text, html, tags } = walkHtml(stringOrNull(note.body) ?? '', author.url ?? undefined)
  return buildPost({
    id,
    url: author.url === null ? null : `${author.url}/${id}`,
    ...{ text, html, tags, author },
    publishedAt: parseTime(note.date),
    media: jsonList(note.pictures)
      .map((picture) => absoluteUrl(jsonObject(picture).url))
      .flatMap((url) => (url === null ? [] : [buildMedia({ type: 'image', url })])),
    metrics: { likes: countOrNull(note.likes) },
  })
}

const idOf = (note) => stringOrNull(jsonObject(note).id) ?? ''

const api = source({
  id: 'api',
  provenance: 'official_api',
  credential: 'key',
  refusals: [
    {
      status: 403,
      at: 'error',
      is: 'friends_only',
      means: 'hidden',
      example: { status: 403, body: { error: 'friends_only' } },
    },
  ],
  async account({ ask, handle }) {
    const user = jsonObject((await ask({ url: `${API}/users/${handle}` })).json())
    const id = stringOrNull(user.id)
    // An answer without it says nothing.
    if (id === null) throw new Refused('broken')
    return {
      id,
      profile: buildProfile({ ...mapAuthor(user), handle }),
      keep: undefined,
    }
  },
  posts({ ask, handle, after, limit }) {
    const readNotes = async (before) => {
      const answer = await ask({ url: `${API}/users/${handle}/notes`, query: { limit, before } })
      return requireList(jsonObject(answer.json()).notes)
    }
    return walk({
      after,
      limit,
      anchor: 'post',
      read: byLast(readNotes, idOf, (notes) => notes.length < limit),
      keyOf: idOf,
      textsOf: (note) => [stringOrNull(jsonObject(note).body) ?? ''],
      map: mapNote,
    })
  },
})

export const platform = declare({
  contract: 2,
  id: 'acme',
  name: 'Acme',
  handles: ['user', '@user', 'https://acme.example/@user'],
  variants: { posts: 'all notes' },
  settings: Type.Object({
    ACME_API_KEYS: Type.String({ default: '', description: 'API keys, comma-separated.' }),
  }),
  origins: [API],
  credentials: [
    {
      id: 'key',
      settings: ['ACME_API_KEYS'],
      read: ({ ACME_API_KEYS }) => givenEach(ACME_API_KEYS, 'token'),
      sign: bearer,
      steps: ['Create an application at https://acme.example/developers and copy its key.'],
    },
  ],
  canonicalize: (input) => HANDLE.exec(input.trim().toLowerCase())?.groups?.user,
  sources: [api],
  posts: {
    parts: { user: '[a-z0-9_]{1,32}', id: '\\d{1,20}' },
    patterns: { 'acme.example/@{user}/{id}': 'https://acme.example/@{user}/{id}' },
    domains: ['acme.example'],
  },
})
