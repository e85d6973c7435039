// Spellings of Telegram channels as people paste them, and texts that only look like them.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  fernnews: [
    'https://t.me/@FernNews',
    't.me/@fernnews',
    'https://t.me/boost/fernnews',
    'https://t.me/fernnews?boost',
    'https://web.telegram.org/k/#@FernNews',
    'https://web.telegram.org/a/#@fernnews',
    'https://web.telegram.org/#/im?p=@fernnews',
    'https://webk.telegram.org/#@fernnews',
    'https://telesco.pe/fernnews',
    'tg://boost?domain=fernnews',
    'TG://resolve?domain=fernnews',
    '//t.me/fernnews',
    'https://t.me//s//fernnews',
    'https://t.me/fernnews%E2%80%8E',
    '@FernNews',
    'FernNews',
    'https://t.me/FernNews',
    'http://t.me/fernnews/',
    't.me/s/FernNews?before=101',
    'https://telegram.me/FernNews',
    'telegram.dog/FernNews',
    'https://fernnews.t.me/',
    'tg://resolve?domain=FernNews',
    'tg:resolve?domain=fernnews&post=3',
  ],
  news: ['https://t.me/news'],
  'fernnews/tagged/ferns': [
    '@FernNews/tagged/#Ferns',
    'https://t.me/s/FernNews?q=%23Ferns',
    't.me/s/fernnews/?q=%23ferns&before=101',
    'https://t.me/fernnews?q=%23ferns',
    'https://telegram.me/s/fernnews?q=%23ferns',
    // Copied without its escape.
    'https://t.me/s/fernnews?q=#ferns',
    // A hashtag in the text of a message.
    '#ferns@FernNews',
    '＃ferns@fernnews',
  ],
  'fernnews/tagged/πράσινο': ['https://t.me/s/fernnews?q=%23%CE%A0%CF%81%CE%AC%CF%83%CE%B9%CE%BD%CE%BF'],
}

export const NOT_HANDLES: readonly string[] = [
  ...['@', 'abc', '1fern', 'fern news', 'fern-news', `a${'b'.repeat(32)}`, 'https://t.me/', 'https://t.me/s/'],
  ...['https://t.me/+AbCdEf', 'https://t.me/joinchat/AbCdEf', 'https://t.me/c/123/4', 'https://t.me/addstickers/x'],
  ...['https://t.me/share/url?url=x', 'https://t.me:8443/fernnews', 'https://user@t.me/fernnews', 'tg://join?invite=x'],
  ...[
    'https://t.me.evil.example/fernnews',
    'https://evil.example/t.me/fernnews',
    'fern@t.me',
    'https://t.me/fernnews/about',
  ],
  ...['fernnews/tagged/', 'fernnews/tagged/123', 'fern-news/tagged/ferns', 'joinchat/tagged/ferns', '#ferns@abc'],
  ...['https://t.me/s/joinchat?q=%23ferns'],
  'https://evil.example/s/fernnews?q=%23ferns',
  'https://web.telegram.org/a/#-1001234567890',
  'https://web.telegram.org/k/',
  'https://telegram.org/faq',
  'https://t.me/fernnews/s/12',
  'https://t.me/m/AbCdEf',
  'https://t.me/$AbCdEf',
  'https://t.me/call/AbCdEf',
  'tg://resolve?phone=123',
  'tg://privatepost?channel=1&post=2',
]

/** Kind → URLs of things that exist and cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  hashtag: ['#bread'],
  search: ['https://t.me/s/acme?q=bread', 'https://t.me/acme?q=bread', 'https://t.me/s/acme?q=%23rye%20bread'],
  channel: ['https://t.me/c/123'],
  chat: ['https://t.me/+AbCdEf', 'https://t.me/joinchat/AbCdEf', 'telegram.me/joinchat/AbCdEf'],
  stickers: ['https://t.me/addstickers/x'],
  list: ['https://t.me/addlist/AbCdEf'],
}
