// A platform whose images have signed URLs that end, and whose posts and profiles can be gone or private. It sends no
// requests; its images are on a host that a test plays.

import { Type } from '../src/parsing/type.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../src/post/build-post.ts'
import type { PlatformPost } from '../src/post/post.ts'
import { platform, source } from '../src/upstream/contract/platform.ts'
import type { Refused } from '../src/upstream/contract/refusal.ts'

export const CDN = 'cdn.album.example.com'
const HOME = 'https://album.example.com/@garden'

/** The end of every signature: days after the start of the tests. */
const ENDS = Date.parse('2030-01-20T12:00:00Z') / 1_000

export type AlbumState = {
  /** What the CDN accepts; older signatures are refused. */
  signature: number
  /** When signatures end, in seconds since the epoch. */
  ends: number
  /** Whether a file has another name whenever it is signed. */
  renames: boolean
  /** The posts of the first page, and the images of each. */
  readonly posts: Map<string, readonly string[]>
  readonly older: Map<string, readonly string[]>
  readonly refusals: Map<string, Refused>
  readonly calls: string[]
}

export const createAlbum = () => {
  const state: AlbumState = {
    ...{ signature: 1, ends: ENDS, renames: false },
    posts: new Map([
      ['2', ['rose', 'tulip']],
      ['1', ['beans']],
    ]),
    ...{ older: new Map(), refusals: new Map(), calls: [] },
  }

  const urlOf = (file: string): string => {
    const { signature, ends, renames } = state
    return renames
      ? `https://${CDN}/${file}-${signature}.jpg`
      : `https://${CDN}/${file}.jpg?Expires=${ends}&Signature=${signature}`
  }

  const call = (what: string): void => {
    state.calls.push(what)
    const refusal = state.refusals.get(what)
    if (refusal) throw refusal
  }

  const postOf = (id: string, images: readonly string[]): PlatformPost =>
    buildPost({
      ...{ id, url: `${HOME}/${id}`, publishedAt: '2030-01-14T12:00:00.000Z', text: `Post ${id}` },
      author: buildAuthor({ url: HOME, handle: 'garden', avatarUrl: urlOf('avatar') }),
      media: images.map((file) => buildMedia({ type: 'image', url: urlOf(file), width: 800, height: 600 })),
    })

  return {
    state,
    /** Whether the CDN accepts the URL. */
    accepts(path: string): boolean {
      const { searchParams, pathname } = new URL(path, `https://${CDN}`)
      const signed = state.renames ? /-(\d+)\.jpg$/.exec(pathname)?.[1] : searchParams.get('Signature')
      return signed === String(state.signature)
    },
    platform: platform({
      ...{ id: 'album', name: 'Album', handles: ['garden'], variants: { posts: 'all posts' } },
      settings: Type.Object({}),
      canonicalize: (input) => /^(?:https:\/\/album\.example\.com\/@)?(?<name>[a-z]+)$/.exec(input)?.groups?.name,
      posts: {
        patterns: { 'album.example.com/@{user}/{id}': 'https://album.example.com/@{user}/{id}' },
        domains: ['album.example.com'],
      },
      sources: [
        source({
          ...{ id: 'api', provenance: 'official_api', accountFreshSeconds: 0 },
          async account({ handle }) {
            call(`@${handle}`)
            const owner = buildAuthor({ url: 'https://album.example.com/@owner', avatarUrl: urlOf('owner') })
            const profile = buildProfile({ id: handle, handle, url: HOME, avatarUrl: urlOf('avatar'), owner })
            return { id: handle, profile, keep: undefined }
          },
          async posts() {
            call('posts')
            return { posts: [...state.posts].map(([id, images]) => postOf(id, images)), next: undefined }
          },
          async post({ match: { id = '' }, url }) {
            call(id)
            const post = postOf(id, state.posts.get(id) ?? state.older.get(id) ?? [])
            const text = () => JSON.stringify(post)
            return { post, answer: { status: 200, url: url.href, headers: {}, text, json: () => post } }
          },
        }),
      ],
    }),
  }
}
