// The identity of a plugin: its name in every spelling that code, files and databases use. Plugins of two vendors share none of them,
// so both can run on one site.

export type Identity = {
  /** Display name. */
  readonly name: string
  /** Folder, text domain, block and REST namespace, CSS classes, and custom element. */
  readonly slug: string
  /** URLs in readme.txt; undefined keeps the example URLs. */
  readonly service: string | undefined
  readonly terms: string | undefined
  readonly privacy: string | undefined
  /** Account at the plugin directory. */
  readonly contributor: string | undefined
}

type IdentityInput = { readonly [Name in keyof Identity]?: Identity[Name] | undefined }

/** The slug prefixes every table, option, hook and function, so it must be long enough to be unique. */
const SLUG = /^[a-z][a-z0-9]{3,}(?:-[a-z0-9]+)+$/
const MAX_SLUG_LENGTH = 40
/** https://developer.wordpress.org/plugins/wordpress-org/detailed-plugin-guidelines/ 17: trademarks. */
const NOT_IN_SLUG = /facebook|instagram|whatsapp|wordpress|plugin/
const NOT_FIRST_IN_SLUG = /^(?:twitter|tiktok|pinterest|twitch|insta|ig|wp)-/

/** Words in a class, an id or a URL that make ad blockers hide an element. */
export const HIDDEN_WORDS =
  /^(?:ads?|advert\w*|banners?|sponsor\w*|promo\w*|track\w*|analytics|social|shar(?:e|es|ing)|feeds?|tweets?|follow\w*|popups?|cookies?)$/

/** Throws a RangeError if a name cannot be used. */
export const identityOf = ({ name = '', slug: customSlug, ...urls }: IdentityInput): Identity => {
  const slug =
    customSlug ??
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
  if (!/^[\p{L}\p{N}][\p{L}\p{N} &+.-]{2,60}$/u.test(name)) {
    throw new RangeError(
      `“${name}” is not a valid plugin name. Use 3 to 61 letters, digits, spaces and the characters & + . -`,
    )
  }
  if (!SLUG.test(slug) || slug.length > MAX_SLUG_LENGTH) {
    throw new RangeError(
      `“${slug}” is not a valid slug. Use at least two words of lower-case letters and digits, separated by hyphens. The first word needs at least four characters, the slug at most ${MAX_SLUG_LENGTH}.`,
    )
  }
  if (NOT_IN_SLUG.test(slug) || NOT_FIRST_IN_SLUG.test(slug)) {
    throw new RangeError(`“${slug}” contains a name that the plugin directory rejects. Choose another slug.`)
  }
  const hidden = slug.split('-').find((word) => HIDDEN_WORDS.test(word))
  if (hidden !== undefined) {
    throw new RangeError(`“${slug}” contains “${hidden}”, which makes ad blockers hide posts. Choose another slug.`)
  }
  const { service, terms, privacy, contributor } = urls
  return { name, slug, service, terms, privacy, contributor }
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Pairs of the kit's spelling and the vendor's. */
const spellings = ({ name, slug, ...urls }: Identity): readonly (readonly [string, string])[] => {
  const pascal = slug.split('-').map(capitalize).join('')
  const examples = [
    ['https://api.example.com/terms', urls.terms],
    ['https://api.example.com/privacy', urls.privacy],
    ['https://api.example.com', urls.service],
    ['Contributors: centralposts', urls.contributor && `Contributors: ${urls.contributor}`],
  ] as const
  return [
    ['Central Posts', name],
    ['central-post-selector', `${slug}-selector`],
    ['central-posts', slug],
    ['central_posts', slug.replaceAll('-', '_')],
    ['CENTRAL_POSTS', slug.replaceAll('-', '_').toUpperCase()],
    ['CentralPosts', pascal],
    ['centralPosts', pascal.charAt(0).toLowerCase() + pascal.slice(1)],
    // An example without a replacement maps to itself, so that a shorter example does not replace its beginning.
    ...examples.map(([example, replacement]) => [example, replacement ?? example] as const),
  ]
}

/** Replaces the kit's names with the vendor's in one pass, because a new name may contain an old one. */
export const renameIn = (text: string, identity: Identity): string => {
  const pairs = new Map(spellings(identity))
  const each = [...pairs.keys()].map((spelling) => spelling.replaceAll(/[.]/g, '\\.'))
  return text.replaceAll(new RegExp(each.join('|'), 'g'), (spelling) => pairs.get(spelling) ?? spelling)
}
