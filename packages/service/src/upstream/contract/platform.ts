// The contract of a platform: what it declares, and the pure functions that map. A platform opens no socket, holds no
// secret, keeps no state, and reads neither a clock nor the environment.

import type { Static, TObject } from 'typebox'
import type { ProfileKind, SourceKind } from '../../post/post.ts'
import type { CredentialKind } from './credential.ts'
import type { Kinds } from './kind-facts.ts'
import type { Source } from './source.ts'
import type { Unsupported } from './unsupported.ts'

/** The version of this contract. The service refuses to start with a platform of another version. */
export const CONTRACT = 2

/** What validating a post needs to know of a platform. */
export type Addressed = {
  /** The `platform` of a request and of a response: lower-case letters and digits. */
  readonly id: string
  readonly name: string
  readonly posts?: PostAddresses
  /** The oEmbed endpoint for a post's canonical URL, when the platform has one. */
  readonly oembed?: (post: URL) => URL | undefined
  /** Public hosts that many profiles share. They are known to belong to the platform, and accept more calls a minute
   * than an unknown host. */
  readonly sharedHosts?: readonly string[]
  /** What this platform does not provide, and why: for the documentation and for error messages. */
  readonly refuses?: string
}

/** A platform whose posts are recognized by their URLs, and whose profiles are not scanned. */
export type PostsOnly = Addressed & { readonly posts: PostAddresses }

export type Platform<S extends TObject = TObject> = Addressed & {
  /** The version that it was written for, required of platforms outside of this tree. Write the number itself. */
  readonly contract?: typeof CONTRACT
  /** Examples of every form of handle that people paste; the first one is canonical. */
  readonly handles: readonly [string, ...string[]]
  /** Whether its profiles are a fixed list, of which `handles` are examples. */
  readonly hasFixedProfiles?: true
  /** Variant → the posts that it includes. `posts` is the default and always exists. */
  readonly variants: Readonly<{ posts: string } & Record<string, string>>
  /** Variant → how many hours its pages may be served if the platform fails, if that is less than for the kind. */
  readonly heldHours?: Readonly<Record<string, number>>
  /** What its handles name besides accounts. `account` is only needed where its facts differ: order, authors. */
  readonly kinds?: Kinds
  /** A canonical handle → its kind. Pure, and true for every spelling: no handle has two kinds. `account` when absent. */
  readonly kindOf?: (handle: string) => ProfileKind
  /** A canonical handle → the account whose credential signs its calls, if it names a part of an account. Pure. The handle
   * itself when absent. */
  readonly signsAs?: (handle: string) => string
  /** Environment name → string schema with a description. Every platform also has `<ID>_BASE_URL` without declaring it. */
  readonly settings: S
  /** The platform's own origins, the same for every caller. Connections to them are kept open. Every other host comes
   * from a handle or a response, and is treated as untrusted. */
  readonly origins?: readonly string[]
  /** Whether its terms let a site keep copies of its images; unknown when absent. */
  readonly keepsPictures?: boolean
  /** Its accounts have ids, so that different spellings of a handle which only the platform can resolve are one
   * profile. */
  readonly hasAccountIds?: true
  /** The id of an account → its handle that lasts, in canonical form. Connected accounts are read by it, so that a new name
   * of the account changes nothing. */
  readonly handleOfId?: (id: string) => string
  readonly credentials?: readonly CredentialKind<Static<S>>[]
  /** Any spelling that people paste → the canonical handle, or undefined if it is not a handle. Idempotent and pure.
   * Blanks, invisible characters and delimiters around the handle are removed before. */
  readonly canonicalize: (input: string) => string | undefined
  /** The variants that a pasted URL may show, the most exact first: for a request without a variant. The first one that
   * the kind has is used. */
  readonly variantsIn?: (input: string) => readonly string[] | undefined
  /** URLs of the platform that the service cannot scan. A URL among them is never read as a handle. */
  readonly unsupported?: Unsupported
  /** Best first. */
  readonly sources: readonly Source<Static<S>>[]
}

/** URL patterns: `youtu.be/{id}` → the post's canonical URL. `/**` at the end matches anything that follows;
 * `{id:uuid}` is the part `id` of the shape `uuid`. Scheme, other query fields, fragments, a trailing slash and a host
 * label that only changes the presentation (`www.`, `m.`, `old.`) never matter. */
export type PostAddresses = {
  /** What parts look like, as the source of a regular expression; a part that is not named here is any one segment. */
  readonly parts?: Readonly<Record<string, string>>
  /** Tried in this order. The host `{host}` matches any host: it is tried when the host belongs to no other platform.
   * `at://{actor}/…` is a URI of the AT Protocol. */
  readonly patterns: Readonly<Record<string, string>>
  /** Patterns that suffice only when the client names the platform: other apps of a network, at any host. */
  readonly given?: Readonly<Record<string, string>>
  /** Other names of its hosts → the name that patterns use: `{country}.facebook.com` → `facebook.com`. */
  readonly hosts?: Readonly<Record<string, string>>
  /** Everything at these names and below belongs to the platform. A host among them that no pattern mentions redirects
   * to a post. At any other host, a URL that matches no pattern is not a post. */
  readonly domains?: readonly string[]
  /** URLs that only redirect to a post, known after one fetch: `fb.watch/{code}`. */
  readonly short?: readonly string[]
  /** A post's id alone → its URL, where an id is enough. */
  readonly ofId?: (id: string) => string | undefined
  /** The page that shows the post to the public; the post's own URL when absent. */
  readonly page?: (post: URL) => URL
  /** What the page of a post contains and the page of a missing one does not, where the status is the same. */
  readonly shown?: RegExp
  /** Whether only members can see the post. */
  readonly isPrivate?: (post: URL) => boolean
}

/** The provenance of its best source. */
export const provenanceOf = ({ sources }: Platform): SourceKind | undefined => sources[0]?.provenance

/** Declares a platform; only types the literal. */
export const platform = <S extends TObject>(definition: Platform<S>): Platform<S> => definition

/** Declares a platform whose profiles are not scanned; only types the literal. */
export const postsOnly = (definition: PostsOnly): PostsOnly => definition

/** Declares a source whose account keeps data for its pages; only types the literal. */
export const source = <Settings, Keep>(definition: Source<Settings, Keep>): Source<Settings> => definition
