// URLs of messages in public channels and groups. Telegram has no oEmbed; its widget shows a message.

import type { PostAddresses } from '../../upstream/contract/platform.ts'

const MEMBERS = 'https://t.me/c/{members}/{id}'

export const POSTS: PostAddresses = {
  parts: {
    channel:
      '(?!joinchat|addstickers|addemoji|addtheme|addlist|share|proxy|socks|login|boost|giftcode|iv(?:/|$))[A-Za-z]\\w{3,31}',
    ...{ id: '\\d{1,12}', topic: '\\d{1,12}', members: '\\d{1,20}' },
  },
  patterns: {
    't.me/{channel}/{id}': 'https://t.me/{channel}/{id}',
    't.me/{channel}/{topic}/{id}': 'https://t.me/{channel}/{topic}/{id}',
    't.me/s/{channel}/{id}': 'https://t.me/{channel}/{id}',
    '{channel}.t.me/{id}': 'https://t.me/{channel}/{id}',
    't.me/c/{members}/{id}': MEMBERS,
    't.me/c/{members}/{topic}/{id}': MEMBERS,
  },
  hosts: { 'telegram.me': 't.me', 'telegram.dog': 't.me' },
  domains: ['t.me', 'telegram.me', 'telegram.dog'],
  page: (post) => new URL('?embed=1&mode=tme', post),
  shown: /\bdata-post="/,
  isPrivate: ({ pathname }) => pathname.startsWith('/c/'),
}
