// What a person can choose on the page of the sandbox's provider: every way in which a consent can end.

/** A made-up account. */
export type MadeUpAccount = { readonly id: string; readonly handle: string; readonly displayName: string }

export type ProviderChoice = {
  readonly label: string
  /** Of RFC 6749, section 4.1.2.1: the authorization response is this error. */
  readonly denies?: string
  /** Of RFC 6749, section 5.2: the token response is this error, with this status. */
  readonly refuses?: { readonly status: number; readonly error: string }
  readonly accounts: readonly MadeUpAccount[]
  /** Grants these scopes only. */
  readonly grants?: readonly string[]
  /** The token ends after that and cannot be renewed. */
  readonly endsInSeconds?: number
}

const account = (handle: string, displayName: string): MadeUpAccount => ({
  id: `sandbox-${handle}`,
  handle,
  displayName,
})

const DEMO = account('demo', 'Demo account')
const OTHERS = [account('empty', 'Empty account'), account('fleeting', 'Fleeting account')]

const denies = (error: string): ProviderChoice => ({ label: `Fail with ${error}`, denies: error, accounts: [] })
const refuses = (status: number, error: string): ProviderChoice => ({
  label: `Refuse the code with ${error}`,
  refuses: { status, error },
  accounts: [],
})

export const PROVIDER_CHOICES = {
  allow: { label: 'Allow', accounts: [DEMO] },
  deny: { label: 'Deny', denies: 'access_denied', accounts: [] },
  several: { label: 'Allow, with three accounts', accounts: [DEMO, ...OTHERS] },
  part: { label: 'Allow a part: the profile only', accounts: [DEMO], grants: ['profile.read'] },
  hour: { label: 'Allow, for one hour', accounts: [DEMO], endsInSeconds: 3_600 },
  other: { label: 'Allow, with another account', accounts: [account('empty', 'Empty account')] },
  none: { label: 'Allow, without any account', accounts: [] },
  invalid_scope: denies('invalid_scope'),
  temporarily_unavailable: denies('temporarily_unavailable'),
  invalid_grant: refuses(400, 'invalid_grant'),
  invalid_client: refuses(401, 'invalid_client'),
  server_error: refuses(500, 'server_error'),
} as const satisfies Readonly<Record<string, ProviderChoice>>

export type ChoiceName = keyof typeof PROVIDER_CHOICES

export const findChoice = (name: string | null): ProviderChoice | undefined =>
  name !== null && Object.hasOwn(PROVIDER_CHOICES, name) ? PROVIDER_CHOICES[name as ChoiceName] : undefined
