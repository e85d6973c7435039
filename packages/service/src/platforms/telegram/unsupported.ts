// URLs of things that Telegram has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans public Telegram channels, and hashtags in one of them.',
  home: 't.me',
  parts: {
    channel: '[A-Za-z]\\w{3,31}',
    code: '\\+[\\w-]+',
    set: 'addstickers|addemoji|addtheme',
    id: '\\d{1,20}',
    words: '(?!#[^\\s#]+$).+',
  },
  urls: {
    channel: ['t.me/c/{id}'],
    chat: ['t.me/{code}', 't.me/joinchat/{invitation}', 't.me/m/{link}', 't.me/call/{link}'],
    stickers: ['t.me/{set}/{name}'],
    list: ['t.me/addlist/{list}'],
    // On all of Telegram: only the apps search there.
    hashtag: [],
    search: ['t.me/s/{channel}?q={words}', 't.me/{channel}?q={words}'],
  },
}
