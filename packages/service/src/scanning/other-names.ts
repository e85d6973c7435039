// What people call platforms. The console loads this module too.

/** Other names of platforms → their ids. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  atom: 'rss',
  bsky: 'bluesky',
  fb: 'facebook',
  feed: 'rss',
  fediverse: 'mastodon',
  google: 'youtube',
  ig: 'instagram',
  insta: 'instagram',
  meta: 'facebook',
  pixelfed: 'mastodon',
  twitter: 'x',
  wp: 'wordpress',
  yt: 'youtube',
}
