// The contract of a platform: what it declares, and the pure functions that map. A platform opens no socket, holds no
// secret, keeps no state, reads no clock and no environment.

import type { Static, TObject } from 'typebox'
import type { SourceKind } from '../../post/post.ts'
import type { CredentialKind } from './credential.ts'
import type { Source } from './source.ts'
import type { Unsupported } from './unsupported.ts'

/** The edition of this contract; a platform of another one is refused at start. */
export const CONTRACT = 2

/** What validating a post takes of a platform. */
export type Addressed = {
  /** The `platform` of a request and of an answer: lower-case letters and digits. */
  readonly id: string
  readonly name: string
  readonly posts?: PostAddresses
  /** The oEmbed endpoint for the address of a post in its own form, when the platform has one. */
  readonly oembed?: (post: URL) => URL | undefined
  /** Public hosts that many profiles share: known to be the platform's, and they take more calls a minute than a stranger's. */
  readonly sharedHosts?: readonly string[]
  /** What cannot be had of this platform, and why: for the documents, and for whoever asks for it. */
  readonly refuses?: string
}

/** A platform whose posts are known by their addresses, and whose profiles are not scanned. */
export type PostsOnly = Addressed & { readonly posts: PostAddresses }

export type Platform<S extends TObject = TObject> = Addressed & {
  /** The edition that it was written for; asked of platforms that are not of this tree. Written as the number itself. */
  readonly contract?: typeof CONTRACT
  /** Examples of every form of handle that people paste; the first is the canonical one. */
  readonly handles: readonly [string, ...string[]]
  /** Variant → which posts it means. `posts` is the default and always there. */
  readonly variants: Readonly<{ posts: string } & Record<string, string>>
  /** Environment name → string schema with a description; every platform also has `<ID>_BASE_URL` without declaring it. */
  readonly settings: S
  /** Origins of the platform's own, the same for every caller. Connections to them are kept; every other host comes from a
   * handle or an answer and is met with more suspicion. */
  readonly origins?: readonly string[]
  /** Whether its terms let a site keep copies of its pictures; not known when absent. */
  readonly keepsPictures?: boolean
  /** Its accounts have ids of their own, so that spellings which only the platform can join are one profile. */
  readonly hasAccountIds?: true
  readonly credentials?: readonly CredentialKind<Static<S>>[]
  /** Any spelling that people paste → the one handle, or undefined when it is none. Idempotent, pure. Blanks, unseen marks and
   * what stands around a handle are gone before. */
  readonly canonicalize: (input: string) => string | undefined
  /** What it has besides and the service cannot scan: read where `canonicalize` finds no handle. */
  readonly unsupported?: Unsupported
  /** Best first. */
  readonly sources: readonly Source<Static<S>>[]
}

/** Addresses as one reads them: `youtu.be/{id}` → the post's address in its own form. `/**` at the end is anything behind;
 * `{id:uuid}` is the part `id` of the shape `uuid`. Scheme, further query fields, fragments, a slash at the end and a label
 * in front of the host that only shows the same in another way (`www.`, `m.`, `old.`) never matter. */
export type PostAddresses = {
  /** What parts look like, as the source of a regular expression; one that is not named here is any one segment. */
  readonly parts?: Readonly<Record<string, string>>
  /** In the order in which they are tried. The host `{host}` is anybody's: tried where no other platform is at home.
   * `at://{actor}/…` is an address of the AT Protocol. */
  readonly patterns: Readonly<Record<string, string>>
  /** Patterns that say enough only where the caller names the platform: other apps of a network, at any host. */
  readonly given?: Readonly<Record<string, string>>
  /** Other names of its hosts → the name that patterns are written in: `{country}.facebook.com` → `facebook.com`. */
  readonly hosts?: Readonly<Record<string, string>>
  /** Everything at these names and below belongs to the platform. A host among them that no pattern is written for leads on
   * to a post; at any other, what no pattern knows is no post. */
  readonly domains?: readonly string[]
  /** Addresses that only lead on to a post, known after one fetch: `fb.watch/{code}`. */
  readonly short?: readonly string[]
  /** A post's id alone → its address, where an id is enough. */
  readonly ofId?: (id: string) => string | undefined
  /** Where the post is shown to strangers; its own address when absent. */
  readonly page?: (post: URL) => URL
  /** What the page of a post holds and the page of a missing one does not, where the status does not tell. */
  readonly shown?: RegExp
  /** Posts that only members see, whoever asks. */
  readonly isPrivate?: (post: URL) => boolean
}

/** Where its posts are read at best. */
export const provenanceOf = ({ sources }: Platform): SourceKind | undefined => sources[0]?.provenance

/** Declares a platform; only gives the literal its type. */
export const platform = <S extends TObject>(definition: Platform<S>): Platform<S> => definition

/** Declares a platform whose profiles are not scanned; only gives the literal its type. */
export const postsOnly = (definition: PostsOnly): PostsOnly => definition

/** Declares a source whose account keeps something for its pages; only gives the literal its type. */
export const source = <Settings, Keep>(definition: Source<Settings, Keep>): Source<Settings> => definition
