// Where channels and messages are, and what the address of a message names.

export const SITE = 'https://t.me'

export const channelUrl = (name: string): string => `${SITE}/${name}`
export const messageUrl = (name: string, id: string): string => `${SITE}/${name}/${id}`
/** The widget that shows a message, with what plays in it. */
export const embedUrl = (name: string, id: string): string => `${messageUrl(name, id)}?embed=1`

export type MessageAddress = {
  readonly url: string
  readonly id: string
  /** Of the channel; null in one that only its members know. */
  readonly name: string | null
}

const PATH = /^\/(?:c\/\d{1,20}|(?<name>[a-z]\w{3,31}))(?:\/\d{1,12})?\/(?<id>\d{1,12})$/i

/** undefined when it is no address of a message. */
export const readMessageUrl = (address: string | undefined): MessageAddress | undefined => {
  const url = URL.parse(address ?? '')
  const { name = null, id } = (url?.origin === SITE && PATH.exec(url.pathname)?.groups) || {}
  return id === undefined || url === null ? undefined : { url: `${SITE}${url.pathname}`, id, name }
}
