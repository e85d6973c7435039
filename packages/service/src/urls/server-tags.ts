// Hashtags on a server of a federated network: `#bread@host`, or several as in tags.ts. Parses text only; sends no
// request.

import { hostName } from '../parsing/host-name.ts'
import { readTags, type Tags, writeTags } from './tags.ts'

export type ServerTags = { readonly host: string; readonly tags: Tags }

const WRITTEN = /^[#＃](?<tags>[^@＠\s/]+)[@＠](?<host>[^@＠\s/]+)$/

/** undefined when the text is none of them. */
export const readServerTags = (text: string): ServerTags | undefined => {
  const { tags, host } = WRITTEN.exec(text)?.groups ?? {}
  return tags === undefined ? undefined : joinServerTags(tags, host)
}

/** `written`: without its first `#`. undefined when either part is invalid. */
export const joinServerTags = (written: string, server = ''): ServerTags | undefined => {
  const [tags, host] = [readTags(written), hostName(server)]
  return tags && host !== undefined ? { host, tags } : undefined
}

/** The canonical form. */
export const writeServerTags = ({ host, tags }: ServerTags): string => `#${writeTags(tags)}@${host}`
