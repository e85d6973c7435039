// YouTube as strangers and holders of a key meet it: the Data API and the web site in one server, told apart by the path.
// Only for tests and benchmarks.

import { type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import { createSimulatedApi, type SimulatedFacts, type SimulatedStore } from './simulated-api.ts'
import { createSimulatedSite } from './simulated-site.ts'
import { ACME, nthUpload, type SimulatedChannel, type Upload } from './simulated-videos.ts'

const METHODS = '/youtube/v3/'

/** Keys that work; any other is none. */
export const KEYS = ['AIzaSimulatedKeyOfOneProject', 'AIzaSimulatedKeyOfAnother'] as const

const channel = (letter: string, isHidden = false): SimulatedChannel => ({
  id: `UC${letter.repeat(22)}`,
  name: `@channel.${letter}`,
  user: `channel${letter}`,
  title: `Channel ${letter.toUpperCase()}`,
  isHidden,
})

/** Its list of uploads is shown to nobody else. */
export const CLOSED = channel('b', true)
/** It has never uploaded anything, so that it has no list. */
export const SILENT = channel('c')
export const MISSING = channel('z')

/** What is believed to be so. */
const FACTS: SimulatedFacts = {
  nothing: 'missing',
  tabLists: true,
  reportsGone: true,
  notModified: true,
  feedIds: 'whole',
  linksFeed: true,
}

export type YoutubeSimulator = Simulator & {
  /** The uploads that are shown now, of a tab or of all, newest first. */
  idsOf(tab?: Upload['tab']): readonly string[]
  /** An upload that is shown, deleted or private. */
  idOf(state: Upload['state']): string
  suppose(facts: Partial<SimulatedFacts>): void
  /** Every call of a method of the API fails this way. */
  fail(method: string, response: SimulatedResponse): void
  /** How many units each key has a day, of which none are spent yet. */
  allow(units: number): void
  spent(key: string): number
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
    publish(count) {
      for (let more = 0; more < count; more += 1) uploads.unshift(nthUpload(uploads.length))
    },
  }
}
