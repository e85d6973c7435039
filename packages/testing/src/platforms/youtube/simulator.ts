// Simulates YouTube with and without a key: the Data API and the web site in one server, told apart by the path. Only tests and
// benchmarks use it.

import { type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import { createSimulatedApi, foundBy, playlistOf, type SimulatedFacts, type SimulatedStore } from './simulated-api.ts'
import { createSimulatedSite } from './simulated-site.ts'
import { ACME, nthUpload, type SimulatedChannel, type Upload } from './simulated-videos.ts'

const METHODS = '/youtube/v3/'

/** The valid keys. */
export const KEYS = ['AIzaSimulatedKeyOfOneProject', 'AIzaSimulatedKeyOfAnother'] as const

const channel = (letter: string, isHidden = false): SimulatedChannel => ({
  id: `UC${letter.repeat(22)}`,
  name: `@channel.${letter}`,
  user: `channel${letter}`,
  title: `Channel ${letter.toUpperCase()}`,
  isHidden,
})

/** A channel whose uploads only its owner can see. */
export const CLOSED = channel('b', true)
/** A channel without uploads, which therefore has no playlist. */
export const SILENT = channel('c')
export const MISSING = channel('z')

/** Assumed behavior of YouTube. */
const FACTS: SimulatedFacts = {
  nothing: 'missing',
  tabLists: true,
  reportsGone: true,
  notModified: true,
  feedIds: 'whole',
  linksFeed: true,
}

export type YoutubeSimulator = Simulator & {
  /** Ids of the public uploads, of a tab or of all, newest first. */
  idsOf(tab?: Upload['tab']): readonly string[]
  /** The id of an upload in this state. */
  idOf(state: Upload['state']): string
  suppose(facts: Partial<SimulatedFacts>): void
  /** Makes every call of an API method fail with this response. */
  fail(method: string, response: SimulatedResponse): void
  /** Sets the units of each key per day, and resets the used ones. */
  allow(units: number): void
  spent(key: string): number
  /** Sets the searches of each key per day, and resets the used ones. */
  allowSearches(searches: number): void
  searched(key: string): number
  /** Ids of the public videos that contain one of the words, newest first. */
  foundIds(words: string): readonly string[]
  /** Ids of the playlist's videos that can be seen, in its order. */
  playlistIds(): readonly string[]
  publish(count: number): void
}

export const startYoutube = async (): Promise<YoutubeSimulator> => {
  const failing = new Map<string, SimulatedResponse>()
  const uploads = Array.from({ length: 90 }, (_, index) => nthUpload(index)).reverse()
  const store: SimulatedStore = {
    facts: FACTS,
    keys: new Set<string>(KEYS),
    spent: new Map(),
    unitsPerDay: 10_000,
    searched: new Map(),
    searchesPerDay: 100,
    channels: [ACME, CLOSED, SILENT],
    uploadsOf: ({ id }) => (id === ACME.id ? uploads : []),
  }
  const api = createSimulatedApi(store)
  const site = createSimulatedSite(store)
  const upstream = await startUpstream((request) => {
    const { pathname } = request.url
    return failing.get(pathname) ?? (pathname.startsWith(METHODS) ? api(request) : site(request))
  })
  const idsOf = (tab?: Upload['tab']) =>
    uploads.filter((upload) => upload.state === 'public' && (tab ?? upload.tab) === upload.tab).map(({ id }) => id)
  return {
    ...upstream,
    handle: ACME.id,
    missing: MISSING.id,
    hidden: CLOSED.id,
    ids: () => idsOf(),
    idsOf,
    playlistIds: () => [...new Set(playlistOf(store, ACME).flatMap(({ id, state }) => (state === 'public' ? id : [])))],
    idOf: (state) => uploads.find((upload) => upload.state === state)?.id ?? '',
    suppose(facts) {
      store.facts = { ...store.facts, ...facts }
    },
    fail(method, response) {
      failing.set(METHODS + method, response)
    },
    refuse: (key) => store.keys.delete(key),
    allow(units) {
      store.unitsPerDay = units
      store.spent.clear()
    },
    spent: (key) => store.spent.get(key) ?? 0,
    allowSearches(searches) {
      store.searchesPerDay = searches
      store.searched.clear()
    },
    searched: (key) => store.searched.get(key) ?? 0,
    foundIds: (words) => foundBy(store, words).map(({ upload }) => upload.id),
    publish(count) {
      for (let more = 0; more < count; more += 1) uploads.unshift(nthUpload(uploads.length))
    },
  }
}
