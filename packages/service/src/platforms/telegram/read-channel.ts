// Reads the public page of a channel: its header, and twenty messages at a time, oldest first. The status tells nothing: a page for
// an unknown name is 200, too.

import type { PlatformPost } from '../../post/post.ts'
import { createWeakMetadata } from '../../runtime/collections/weak-metadata.ts'
import type { Response, Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { foldTag } from '../../urls/tags.ts'
import { taggedIn } from './canonicalize-tagged.ts'
import { avatarOf, mapChannel, mapTagged } from './map-channel.ts'
import { mapMessage, nameOf, publishedAtOf } from './map-message.ts'
import { SITE } from './message-urls.ts'
import { type PageElement, readPageTree } from './page-tree.ts'

/** Telegram shows previews only to browsers, with labels in the language of the request. */
const BROWSER = {
  accept: 'text/html',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  headers: { 'accept-language': 'en' },
} as const

const NO_PREVIEW =
  'Telegram shows this name only in the app. It is a person, a bot, a group, or a channel that is not public.'
/** Every page of Telegram contains a link to the app or one of its classes. */
const TELEGRAM_PAGE = /\btg:\/\/|\btgme_/
const POSITION = /^\d{1,12}$/
/** The pause between two calls. Telegram refuses faster calls with 429. */
const PAUSE_MS = 1_000
/** Pages to search for the messages of a variant or with a hashtag. */
const MAX_READS = 3

type Page = Pick<PageElement, 'find' | 'findAll'>

const trees = createWeakMetadata<Response, Page>()

/** A response is parsed only once for the account and its posts. */
const treeOf = (response: Response): Page => {
  const tree = trees.get(response) ?? readPageTree(response.text())
  trees.set(response, tree)
  return tree
}

const hidden = () => new Refused('hidden', { message: NO_PREVIEW })

/** Whether the preview redirects to the page of the same name: the channel has no preview. */
const redirectsToName = ({ headers, url }: Response, name: string): boolean => {
  const target = URL.parse(headers.location ?? '', url)
  return target?.pathname.toLowerCase() === `/${name.toLowerCase()}`
}

/** `handle`: of a channel, or of a hashtag in it. */
const requestChannel = async (send: Send, handle: string, before?: string): Promise<Page> => {
  const { channel: name, tag } = taggedIn(handle) ?? { channel: handle }
  const response = await send({
    ...BROWSER,
    url: `${SITE}/s/${name}`,
    query: { q: tag && `#${tag}`, before },
    redirect: 'answer',
    // Later pages need the header again.
    revalidate: before === undefined,
  })
  if (response.status >= 300) throw redirectsToName(response, name) ? hidden() : new Refused('broken')
  const page = treeOf(response)
  if (page.find('.tgme_channel_info') ?? page.find('.tgme_channel_history')) return page
  // A group's page has a title, an unknown name's page does not. Any other page proves nothing.
  if (page.find('.tgme_page_title') ?? page.find('.tgme_page_extra')) throw hidden()
  throw new Refused(TELEGRAM_PAGE.test(response.text()) ? 'absent' : 'broken')
}

export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const page = await requestChannel(send, handle)
  const tagged = taggedIn(handle)
  if (tagged === undefined) return { id: handle, profile: mapChannel(page, handle), keep: undefined }
  return { id: `section ${handle}`, profile: mapTagged(page, tagged), keep: undefined }
}

type Message = { readonly id: string; readonly element: PageElement; readonly avatarUrl: string | null }

export const readPosts = ({ send, wait, handle, variant, after, limit }: PostsRequest<unknown>): Promise<Posts> => {
  const tag = taggedIn(handle)?.tag
  // Not every channel can be searched: then Telegram returns all messages.
  const wants = ({ media, tags }: PlatformPost) =>
    (variant !== 'media' || media.length > 0) && (tag === undefined || tags.some((each) => foldTag(each) === tag))
  let reads = 0
  const read = async (at: string | undefined): Promise<Batch<Message>> => {
    if (at !== undefined && !POSITION.test(at)) throw new Refused('invalid_cursor')
    if (reads > 0) await wait(PAUSE_MS)
    reads += 1
    const page = await requestChannel(send, handle, at)
    const avatarUrl = avatarOf(page)
    const items = page.findAll('.tgme_widget_message').flatMap((element): Message[] => {
      const known = nameOf(element)
      return known === undefined ? [] : [{ id: known.id, element, avatarUrl }]
    })
    return { items: items.reverse(), next: olderThan(page) }
  }
  return walk<Message>({
    after,
    limit,
    anchor: 'post',
    read,
    keyOf: ({ id }) => id,
    timeOf: ({ element }) => publishedAtOf(element),
    textsOf: ({ element }) => [element.html()],
    map: ({ element, avatarUrl }) => mapMessage(element, avatarUrl),
    ...(variant === 'media' || tag !== undefined ? { wants, mostReads: MAX_READS } : { mostReads: 1 }),
  })
}

/** The position in the link to older messages; undefined at the beginning of the channel. */
const olderThan = (page: Page): string | undefined => {
  const before = page.findAll('.tme_messages_more').flatMap((link) => link.attribute('data-before') ?? [])[0]
  return before !== undefined && POSITION.test(before) ? before : undefined
}

export const readPost = async ({ send, url }: PostRequest<unknown>): Promise<PostResponse> => {
  const { pathname } = url
  if (pathname.startsWith('/c/')) throw new Refused('hidden', { about: 'post' })
  const response = await send({
    ...BROWSER,
    url: `${SITE}${pathname}`,
    query: { embed: 1, mode: 'tme' },
    about: 'post',
  })
  const page = treeOf(response)
  const message = page.find('.tgme_widget_message')
  const post = message ? mapMessage(message) : null
  if (post !== null) return { post, answer: response }
  const error = page.find('.tgme_widget_message_error')?.text() ?? null
  if (error !== null && /private/i.test(error)) throw new Refused('hidden', { about: 'post' })
  throw new Refused(error === null && message === undefined ? 'broken' : 'absent', { about: 'post' })
}
