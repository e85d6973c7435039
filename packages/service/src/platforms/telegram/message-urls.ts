// URLs of channels and messages.

export const SITE = 'https://t.me'

export const channelUrl = (name: string): string => `${SITE}/${name}`
export const messageUrl = (name: string, id: string): string => `${SITE}/${name}/${id}`
/** The URL of the widget that shows a message and plays its media. */
export const embedUrl = (name: string, id: string): string => `${messageUrl(name, id)}?embed=1`

export type MessageUrl = {
  readonly url: string
  readonly id: string
  /** The channel's name; null for a private channel. */
  readonly name: string | null
}

const PATH = /^\/(?:c\/\d{1,20}|(?<name>[a-z]\w{3,31}))(?:\/\d{1,12})?\/(?<id>\d{1,12})$/i

/** undefined when it is no URL of a message. */
export const readMessageUrl = (text: string | undefined): MessageUrl | undefined => {
  const url = URL.parse(text ?? '')
  const { name = null, id } = (url?.origin === SITE && PATH.exec(url.pathname)?.groups) || {}
  return id === undefined || url === null ? undefined : { url: `${SITE}${url.pathname}`, id, name }
}
