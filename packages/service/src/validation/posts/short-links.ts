// Addresses that only lead on: what is behind them is known after one fetch. What leads to a post without being asked
// (youtu.be, dai.ly) is a pattern of its site instead.

import { compilePattern, type PostAddress } from './post-pattern.ts'

const SHAPES = { code: '[\\w-]+', kind: 'r|u|user', id: '[a-z0-9]{4,10}', way: 'p|v|r' }

const SHORT_LINKS = [
  // of the sites themselves
  ...['t.co/{code}', 'fb.watch/{code}', 'fb.me/{code}', 'facebook.com/share/{code}', 'facebook.com/share/{way}/{code}'],
  ...['instagram.com/share/{code}', 'instagram.com/share/{way}/{code}', 'instagram.com/share/reel/{code}'],
  ...['vm.tiktok.com/{code}', 'vt.tiktok.com/{code}', 'tiktok.com/t/{code}', 'pin.it/{code}', 'tmblr.co/{code}'],
  ...['redd.it/{id}', 'v.redd.it/{id}', 'reddit.com/{kind}/{name}/s/{code}', 'reddit.com/comments/{id}/**'],
  ...['reddit.com/gallery/{id}', 'lnkd.in/{code}', 'lnkd.in/p/{code}', 'wp.me/{code}', 'spotify.link/{code}'],
  ...['spoti.fi/{code}', 'on.soundcloud.com/{code}', 'soundcloud.app.goog.gl/{code}'],
  // of anybody
  ...['bit.ly/{code}', 'buff.ly/{code}', 'ow.ly/{code}', 'tinyurl.com/{code}', 'dlvr.it/{code}', 'is.gd/{code}'],
].map((pattern) => compilePattern(pattern, SHAPES))

export const isShortLink = (address: PostAddress): boolean =>
  SHORT_LINKS.some(({ match }) => match(address) !== undefined)
