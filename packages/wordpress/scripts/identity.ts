// Who a plugin is: its name in each of the spellings that code, files and databases ask for. Two vendors' plugins share
// none of them, so that both live on one site.

export type Identity = {
  /** As people call it. */
  readonly name: string
  /** Folder, text domain, block and REST namespace, classes of styles, the element. */
  readonly slug: string
  /** Where its readme says that posts come from, and on which terms; undefined leaves the examples. */
  readonly service: string | undefined
  readonly terms: string | undefined
  readonly privacy: string | undefined
  /** Of the plugin directory. */
  readonly contributor: string | undefined
}

type Given = { readonly [Name in keyof Identity]?: Identity[Name] | undefined }

/** The prefix is in front of every table, option, hook and function: long enough to be nobody else's. */
const SLUG = /^[a-z][a-z0-9]{3,}(?:-[a-z0-9]+)+$/
const MAX_SLUG_LENGTH = 40
/** https://developer.wordpress.org/plugins/wordpress-org/detailed-plugin-guidelines/ 17: trademarks. */
const NOT_IN_SLUG = /facebook|instagram|whatsapp|wordpress|plugin/
const NOT_FIRST_IN_SLUG = /^(?:twitter|tiktok|pinterest|twitch|insta|ig|wp)-/

/** Words for which ad blockers hide what has them in a class, an id or an address. */
export const HIDDEN_WORDS =
  /^(?:ads?|advert\w*|banners?|sponsor\w*|promo\w*|track\w*|analytics|social|shar(?:e|es|ing)|feeds?|tweets?|follow\w*|popups?|cookies?)$/

/** Throws a RangeError that says which name cannot be used, and why. */
export const identityOf = ({ name = '', slug: given, ...about }: Given): Identity => {
  const slug =
    given ??
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
  if (!/^[\p{L}\p{N}][\p{L}\p{N} &+.-]{2,60}$/u.test(name)) {
    throw new RangeError(`“${name}” is no name of a plugin: letters, digits, spaces and & + . - only`)
  }
  if (!SLUG.test(slug) || slug.length > MAX_SLUG_LENGTH) {
    throw new RangeError(
      `“${slug}” is no slug: two or more words of small letters and digits with - between, the first of at least four characters, at most ${MAX_SLUG_LENGTH} in all`,
    )
  }
  if (NOT_IN_SLUG.test(slug) || NOT_FIRST_IN_SLUG.test(slug)) {
    throw new RangeError(`“${slug}” has a name in it that the plugin directory refuses`)
  }
  const hidden = slug.split('-').find((word) => HIDDEN_WORDS.test(word))
  if (hidden !== undefined) {
    throw new RangeError(`“${slug}” has “${hidden}” in it, for which ad blockers hide posts; name another slug`)
  }
  const { service, terms, privacy, contributor } = about
  return { name, slug, service, terms, privacy, contributor }
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Each spelling of the kit's own name, with the vendor's. */
const spellings = ({ name, slug, ...about }: Identity): readonly (readonly [string, string])[] => {
  const pascal = slug.split('-').map(capitalize).join('')
  const addresses = [
    ['https://api.example.com/terms', about.terms],
    ['https://api.example.com/privacy', about.privacy],
    ['https://api.example.com', about.service],
    ['Contributors: centralposts', about.contributor && `Contributors: ${about.contributor}`],
  ] as const
  return [
    ['Central Posts', name],
    ['central-post-selector', `${slug}-selector`],
    ['central-posts', slug],
    ['central_posts', slug.replaceAll('-', '_')],
    ['CENTRAL_POSTS', slug.replaceAll('-', '_').toUpperCase()],
    ['CentralPosts', pascal],
    ['centralPosts', pascal.charAt(0).toLowerCase() + pascal.slice(1)],
    // One that is not given stays whole, though it begins as another does.
    ...addresses.map(([example, given]) => [example, given ?? example] as const),
  ]
}

/** A text of the kit in the vendor's name. All at once: a new name may have an old one in it. */
export const renameIn = (text: string, identity: Identity): string => {
  const pairs = new Map(spellings(identity))
  const each = [...pairs.keys()].map((spelling) => spelling.replaceAll(/[.]/g, '\\.'))
  return text.replaceAll(new RegExp(each.join('|'), 'g'), (spelling) => pairs.get(spelling) ?? spelling)
}
