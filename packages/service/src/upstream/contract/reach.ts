// Whom cached data may be shown to. What the platform shows to anybody is public; what was read with the token of a
// connected account belongs to that connection. Every cache, lease and in-flight request is keyed by it.

/** One connected account, by its id. */
export type ConnectionReach = `cn_${string}`
export type Reach = 'public' | ConnectionReach

/** Who reads what: the public, or a license through one of its connections. */
export type Access = { readonly reach: 'public' } | ConnectedAccess
export type ConnectedAccess = {
  readonly reach: ConnectionReach
  readonly licenseId: string
  readonly site: string | undefined
  /** The canonical handle of the connected account. */
  readonly handle: string
  readonly own: OwnAccount
}

/** The connected account whose token signs the calls. */
export type OwnAccount = {
  /** The platform's id of it. */
  readonly id: string
  /** Whether what is not public may be shown: the client asked for it, and the owner allowed it. */
  readonly includesPrivate: boolean
}

export const PUBLIC: Access & { readonly reach: 'public' } = { reach: 'public' }

/** The key within its reach. Public keys are unchanged: no other key begins with the id of a connection. */
export const keyWithin = (reach: Reach, key: string): string => (reach === 'public' ? key : `${reach}\n${key}`)
