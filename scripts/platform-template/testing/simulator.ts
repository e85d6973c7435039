// Simulates Acme's API, quirks included, for tests and benchmarks only.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import {
  type SimulatedResponse,
  type Simulator,
  startUpstream,
} from '@central-api/testing/platforms/suite/simulator.ts'

/** The keys that the API accepts. */
export const KEYS = ['key-of-the-garden', 'key-of-the-orchard'] as const

const SITE = 'acme.example'
const HANDLE = 'garden'
const START = Date.UTC(2026, 0, 1)

/** The contents of notes, in rotation: markup, hostile markup, right-to-left text, missing fields. */
const CONTENTS: readonly JsonObject[] = [
  { body: '<p>Fish &amp; chips 😀 <a href="/about">about</a></p>' },
  { body: '<p onclick="x()">Hostile<script>alert(1)</script><img src=x onerror=alert(1)></p>' },
  { body: '<p dir="rtl">مرحبا بالعالم</p>', likes: null },
  { body: null, pictures: [{ url: 'https://files.acme.example/a.jpg', width: 800, height: 600, alt: 'A bee 🐝' }] },
  { pictures: [{ url: 'https://files.acme.example/b.jpg' }, { url: 'javascript:alert(1)' }] },
]

const USER: JsonObject = {
  id: '7',
  name: HANDLE,
  title: 'Garden 🌱',
  about: 'Plants & soil',
  joined: START / 1000,
  followers: 12,
}

/** Two notes share each second. */
const nthNote = (index: number): JsonObject => ({
  id: String(1000 + index),
  date: new Date(START + Math.floor(index / 2) * 60_000).toISOString(),
  likes: index % 9,
  user: USER,
  ...CONTENTS[index % CONTENTS.length],
})

const refuse = (status: number, error: string): SimulatedResponse => ({ status, body: { error } })

export const startAcme = async (): Promise<Simulator> => {
  const refused = new Set<string>()
  const notes = Array.from({ length: 50 }, (_, index) => nthNote(index)).reverse()

  const list = (query: URLSearchParams): SimulatedResponse => {
    const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY)
    const wanted = notes
      .filter(({ id }) => Number(id) < before)
      .filter(({ pictures }) => query.get('with') !== 'pictures' || pictures !== undefined)
    return { body: { notes: wanted.slice(0, Math.min(30, Number(query.get('limit') ?? '10'))) } }
  }

  /** A note's page at the site itself, for a client without a key. */
  const show = (path: string): SimulatedResponse =>
    notes.some(({ id }) => path === `/@${HANDLE}/${id}`)
      ? { headers: { 'content-type': 'text/html' }, body: '<title>A note in the garden</title>' }
      : { status: 404, body: 'Not found' }

  const upstream = await startUpstream(({ url, headers, host }) => {
    if (host === SITE) return show(url.pathname)
    const key = KEYS.find((each) => headers.authorization === `Bearer ${each}`)
    if (key === undefined || refused.has(key)) return refuse(401, 'unknown_key')
    if (url.pathname === `/users/${HANDLE}`) return { body: USER }
    if (url.pathname === `/users/${HANDLE}/notes`) return list(url.searchParams)
    if (url.pathname.startsWith('/users/closed')) return refuse(403, 'friends_only')
    const note = notes.find(({ id }) => url.pathname === `/notes/${id}`)
    return note === undefined ? refuse(404, 'not_found') : { body: note }
  })

  return {
    ...upstream,
    handle: HANDLE,
    missing: 'nobody',
    hidden: 'closed',
    ids: () => notes.map(({ id }) => String(id)),
    refuse: (secret) => refused.add(secret),
    publish(count) {
      for (let more = 0; more < count; more += 1) notes.unshift(nthNote(notes.length))
    },
  }
}
