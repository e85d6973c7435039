// The contract of a platform: what it declares, and the pure functions that map. A platform opens no socket, holds no
// secret, keeps no state, reads no clock and no environment.

import type { Static, TObject } from 'typebox'
import type { CredentialKind } from './credential.ts'
import type { Source } from './source.ts'

/** The edition of this contract; a platform of another one is refused at start. */
export const CONTRACT = 2

export type Platform<S extends TObject = TObject> = {
  /** The `platform` of a request: lower-case letters and digits. */
  readonly id: string
  readonly name: string
  /** Examples of every form of handle that people paste; the first is the canonical one. */
  readonly handles: readonly [string, ...string[]]
  /** Variant → which posts it means. `posts` is the default and always there. */
  readonly variants: Readonly<{ posts: string } & Record<string, string>>
  /** Environment name → string schema with a description; every platform also has `<ID>_BASE_URL` without declaring it. */
  readonly settings: S
  /** Origins of the platform's own, the same for every caller. Connections to them are kept; every other host comes from a
   * handle or an answer and is met with more suspicion. */
  readonly origins?: readonly string[]
  /** Public hosts that many profiles share, which take more calls a minute than a stranger's. */
  readonly sharedHosts?: readonly string[]
  /** Its accounts have ids of their own, so that spellings which only the platform can join are one profile. */
  readonly hasAccountIds?: true
  readonly credentials?: readonly CredentialKind<Static<S>>[]
  /** Any spelling that people paste → the one handle, or undefined when it is none. Idempotent, pure. */
  readonly canonicalize: (input: string) => string | undefined
  /** Best first; none: its posts can be validated, its profiles not scanned. */
  readonly sources: readonly Source<Static<S>>[]
  /** Addresses of posts. */
  readonly posts?: PostAddresses
  /** The oEmbed endpoint for the address of a post in its own form, when the platform has one. */
  readonly oembed?: (post: URL) => URL | undefined
  /** What cannot be had of this platform, and why: for the documents, and for whoever asks for it. */
  readonly refuses?: string
}

/** Addresses as one reads them: `youtu.be/{id}` → the post's address in its own form. `/**` at the end is anything behind;
 * scheme, further query fields, fragments and a slash at the end never matter. */
export type PostAddresses = {
  /** What parts look like, as the source of a pattern; one that is not named here is any one segment. */
  readonly parts?: Readonly<Record<string, string>>
  readonly patterns: Readonly<Record<string, string>>
  /** Everything at these names and below belongs to the platform: what no pattern knows there is no post. */
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

/** Declares a platform; only gives the literal its type. */
export const platform = <S extends TObject>(definition: Platform<S>): Platform<S> => definition

/** Declares a source whose account keeps something for its pages; only gives the literal its type. */
export const source = <Settings, Keep>(definition: Source<Settings, Keep>): Source<Settings> => definition
