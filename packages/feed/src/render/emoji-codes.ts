// Custom emoji of a server: the API has the short codes that people typed, such as `:rye_bread:`, and no images of them.

/** A short code, with the name of its server where Misskey adds it. Times and parts of URLs are none. */
const CODE = /(?<![\w:/]):(?=[\d_+-]{0,64}[a-z])([\w+-]{2,64})(?:@[\w.-]{1,100})?:(?![\w:])/gi
/** Platforms on which such codes are emoji. In posts of others they may be code. */
const PLATFORMS = ['mastodon', 'misskey', 'lemmy']

/** A text with the names of emoji, without their colons: nothing that somebody wrote disappears. */
export const nameEmoji = (text: string, platform: string): string =>
  PLATFORMS.includes(platform) ? text.replace(CODE, '$1') : text

/** The name of a person without emoji, unless it has nothing else. */
export const withoutEmoji = (name: string): string =>
  name.replace(CODE, '').replace(/ {2,}/g, ' ').trim() || name.replace(CODE, '$1')
