// A real Ghost on loopback with its own files and database in one temporary folder, except for npm packages. Slow (a minute),
// and only for `*.real.ts`.

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installGhost } from './install-ghost.ts'
import { installPackages } from './install-packages.ts'
import { MARIADB, startMariadb } from './real-mariadb.ts'
import { findPort } from './real-nginx.ts'
import { startProgram } from './run-program.ts'

export type GhostSeed = {
  readonly title: string
  readonly html: string
  readonly publishedAt: string
  readonly tags: readonly string[]
  readonly excerpt: string | null
  readonly image: { readonly url: string; readonly alt: string } | null
  readonly visibility: 'public' | 'members'
  readonly status: 'published' | 'draft'
}

export type RealGhost = {
  /** Its origin. */
  readonly origin: string
  /** The host name for requests, one of those that are recognized as Ghost's. */
  readonly host: string
  readonly contentKey: string
  /** The ids of the published posts, oldest first. */
  readonly ids: readonly string[]
  /** Publishes another post and returns its id. */
  write(seed: GhostSeed): Promise<string>
  remove(id: string): Promise<void>
  close(): Promise<void>
}

export const GHOST_SITE = { host: 'site.ghost.io', title: 'Fish & Chips', author: 'Rosa' } as const
const OWNER = { name: GHOST_SITE.author, email: 'rosa@site.example', password: 'only-for-tests-1' } as const
/** Creating the tables alone takes a minute on a busy machine. */
const START_MS = 400_000
/** Ghost limits the rate of sign-ins. */
const MAX_SESSIONS = 3
const SETTLES_MS = 1_000

/** Throws an Error with the reason if Ghost is not available. */
export const startRealGhost = async (seeds: readonly GhostSeed[]): Promise<RealGhost> => {
  const reason = installPackages(MARIADB)
  if (reason !== undefined) throw new Error(`There is no real Ghost to test against. ${reason}`)
  const ghost = await installGhost()
  const folder = await mkdtemp(join(tmpdir(), 'real-ghost-'))
  const running: { stop(): Promise<void> }[] = []
  const close = async () => {
    for (const program of running.reverse()) await program.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const socket = join(folder, 'db.sock')
    running.push(await startMariadb(folder, socket, 'ghost'))
    const port = await findPort()
    const origin = `http://127.0.0.1:${port}`
    const content = join(folder, 'content')
    await cp(join(ghost.folder, 'content'), content, { recursive: true })
    const env = {
      PATH: ghost.path,
      NODE_ENV: 'production',
      // The URL in its responses, and the origin that may sign in.
      url: origin,
      server__host: '127.0.0.1',
      server__port: String(port),
      database__client: 'mysql',
      database__connection__socketPath: socket,
      database__connection__user: 'root',
      database__connection__database: 'ghost',
      paths__contentPath: content,
      privacy__useTinfoil: 'true',
      security__staffDeviceVerification: 'false',
      logging__transports: '["stdout"]',
      mail__transport: 'Direct',
    }
    running.push(
      await startProgram('node', ['index.js'], /Ghost booted/, { env, cwd: ghost.folder, timeoutMs: START_MS }),
    )
    const admin = await signIn(origin)
    const contentKey = await makeKey(admin)
    await removeSamples(admin)
    const write = (seed: GhostSeed) => writePost(admin, seed)
    const ids: string[] = []
    for (const seed of seeds) ids.push(await write(seed))
    return { origin, host: GHOST_SITE.host, contentKey, ids, write, remove: (id) => removePost(admin, id), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Admin = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

/** Sets up the site like its setup page, and signs in its owner. */
const signIn = async (origin: string): Promise<Admin> => {
  const headers = { 'content-type': 'application/json', origin }
  const call = async (method: string, path: string, body: unknown, more: Readonly<Record<string, string>>) => {
    const response = await fetch(`${origin}/ghost/api/admin/${path}`, {
      method,
      headers: { ...headers, ...more },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  await call('POST', 'authentication/setup/', { setup: [{ ...OWNER, blogTitle: GHOST_SITE.title }] }, {})
  const openSession = async (): Promise<string> => {
    const session = await call('POST', 'session/', { username: OWNER.email, password: OWNER.password }, {})
    return session.headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; ')
  }
  const isKnown = (cookie: string): Promise<boolean> =>
    call('GET', 'users/me/', undefined, { cookie }).then(
      () => true,
      () => false,
    )
  let cookie = await openSession()
  // Ghost can lose a session that was opened during its setup.
  for (let tries = 0; tries < MAX_SESSIONS - 1 && !(await isKnown(cookie)); tries += 1) {
    await sleep(SETTLES_MS)
    cookie = await openSession()
  }
  return async (method, path, body) => {
    const response = await call(method, path, body, { cookie })
    return response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>)
  }
}

const makeKey = async (admin: Admin): Promise<string> => {
  const { integrations } = await admin('POST', 'integrations/?include=api_keys', {
    integrations: [{ name: 'Central API' }],
  })
  const [{ api_keys: keys = [] } = {}] = integrations as { api_keys?: { type: string; secret: string }[] }[]
  return keys.find(({ type }) => type === 'content')?.secret ?? ''
}

const idsIn = ({ posts }: Record<string, unknown>): readonly string[] => (posts as { id: string }[]).map(({ id }) => id)

const removePost = async (admin: Admin, id: string): Promise<void> => void (await admin('DELETE', `posts/${id}/`))

/** The posts of every new site. */
const removeSamples = async (admin: Admin): Promise<void> => {
  for (const id of idsIn(await admin('GET', 'posts/?limit=all&fields=id'))) await removePost(admin, id)
}

const writePost = async (admin: Admin, seed: GhostSeed): Promise<string> => {
  const { title, html, publishedAt, tags, excerpt, image: picture, visibility, status } = seed
  const post = {
    ...{ title, html, visibility, status, custom_excerpt: excerpt },
    published_at: publishedAt,
    tags: tags.map((name) => ({ name })),
    ...(picture && { feature_image: picture.url, feature_image_alt: picture.alt }),
  }
  return idsIn(await admin('POST', 'posts/?source=html', { posts: [post] }))[0] ?? ''
}
