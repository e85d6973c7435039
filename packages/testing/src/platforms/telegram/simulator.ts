// Simulates Telegram's public site: pages of channels, of names without a channel, and of single messages. Only tests and
// benchmarks use it.

import { type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import {
  channelPage,
  errorPage,
  groupPage,
  KINDS,
  messagePage,
  type SimulatedMessage,
  unknownNamePage,
  widthOf,
} from './simulated-messages.ts'

export const CHANNEL = 'FernNews'
/** The hashtag of the texts among its messages. */
export const TAG = 'ferns'
/** A channel whose preview ignores searches. */
export const UNSEARCHED = 'mossnews'
/** A channel without messages. */
export const EMPTY = 'quietroom'
export const GROUP = 'gardeners'
/** A person, who has no preview. */
export const PERSON = 'fernbot'

export type TelegramSimulator = Simulator & {
  /** Ids of the messages of these kinds, newest first. */
  idsOf(...kinds: readonly SimulatedMessage['kind'][]): readonly string[]
  /** The user agent and language of each request. */
  clients(): readonly (readonly [agent: string, language: string])[]
}

const PAGE = 20

export const startTelegram = async (): Promise<TelegramSimulator> => {
  let messages: SimulatedMessage[] = []
  let next = 1
  const publish = (count: number) => {
    for (let more = 0; more < count; more += 1) {
      const message = { id: next, kind: KINDS[messages.length % KINDS.length] ?? 'text' }
      messages = [...messages, message]
      next += widthOf(message)
    }
  }
  publish(70)

  const channel = (name: string, query: URLSearchParams): SimulatedResponse => {
    const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY)
    const words = name === UNSEARCHED ? null : query.get('q')?.toLowerCase()
    const found = messages.filter(({ kind }) => words == null || (words === `#${TAG}` && kind === 'text'))
    const page = found.filter(({ id }) => id < before).slice(-PAGE)
    const [oldest] = page
    const hasOlder = oldest !== undefined && oldest.id !== found[0]?.id
    const body = channelPage(name, page, hasOlder ? oldest.id : undefined)
    // A search marks what it found.
    return { body: words == null ? body : body.replaceAll(`#${TAG}<`, `<mark class="highlight">#${TAG}</mark><`) }
  }

  const single = (id: number): SimulatedResponse => {
    const message = messages.find((each) => each.id === id)
    return { body: message === undefined ? errorPage('Post not found') : messagePage(message, CHANNEL) }
  }

  const upstream = await startUpstream(({ url }) => {
    const {
      name = '',
      preview,
      id,
    } = /^\/(?<preview>s\/)?(?<name>\w+)(?:\/(?<id>\d+))?$/.exec(url.pathname)?.groups ?? {}
    const folded = name.toLowerCase()
    if (folded === 'secretroom' && id !== undefined)
      return { body: errorPage('Channel is private. Follow the link to view the post in Telegram.') }
    if (folded === PERSON) return { status: 302, headers: { location: `https://t.me/${name}` }, body: '' }
    if (folded === GROUP) return { body: groupPage() }
    if (folded === EMPTY) return { body: channelPage(EMPTY, [], undefined) }
    if (folded === UNSEARCHED && id === undefined) return channel(UNSEARCHED, url.searchParams)
    if (folded !== CHANNEL.toLowerCase())
      return { body: id === undefined ? unknownNamePage(name) : errorPage('Post not found') }
    if (id !== undefined && url.searchParams.has('embed')) return single(Number(id))
    return preview === undefined ? { body: unknownNamePage(name) } : channel(CHANNEL, url.searchParams)
  })
  const idsOf: TelegramSimulator['idsOf'] = (...kinds) =>
    messages
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ id }) => String(id))
      .reverse()
  return {
    ...upstream,
    handle: CHANNEL.toLowerCase(),
    missing: 'nobodyhere',
    hidden: PERSON,
    ids: () => idsOf(...KINDS.filter((kind) => kind !== 'service')),
    idsOf,
    clients: () =>
      upstream.requests().map(({ headers }) => [String(headers['user-agent']), String(headers['accept-language'])]),
    publish,
  }
}
