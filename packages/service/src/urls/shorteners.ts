// Link shorteners that belong to no platform and may redirect anywhere. Each platform lists its own.

import { compilePostUrls } from './compile-post-urls.ts'

export const SHORTENERS = compilePostUrls({
  patterns: {},
  short: [
    ...['bit.ly', 'j.mp', 'buff.ly', 'ow.ly', 'tinyurl.com', 'dlvr.it', 'is.gd', 'v.gd', 'tiny.cc', 't.ly', 'rb.gy'],
    ...[
      'cutt.ly',
      'shorturl.at',
      'rebrand.ly',
      'trib.al',
      'ift.tt',
      'spr.ly',
      'hubs.ly',
      'hubs.la',
      'dub.sh',
      'kutt.it',
    ],
  ].map((host) => `${host}/{code}`),
})
