// Why a record is refused. Codes are for programs and never change their meaning; messages are for people, and never
// contain a key.

export const REASONS = {
  columns:
    'the line has more cells than the first line, lacks required ones, or has a value in a column without a name',
  json: 'the record is not JSON',
  no_license: 'the record is not a license: it is a response of another kind, or has neither a key nor an owner',
  key_missing: 'there is no key; --new-keys creates one for each such line',
  key_form: 'the key is too short, too long, or contains white space or characters other than printable ASCII',
  key_mistyped: 'the key begins like one of Central API, but its check digits do not match',
  key_guessable: 'the key can be guessed: it is too short for its alphabet, or was made up',
  key_mode: 'the key has the other mode',
  key_taken: 'another license has the key',
  twice: 'the same license is in an earlier line',
  plan_unmapped: 'the product has no plan; --plan-map assigns one',
  mode_unknown: 'the mode is neither live nor test, or its flag is neither true nor false',
  status_unknown: 'the status is not known for this shop, or its flag is neither true nor false',
  date: 'a date cannot be read',
  id: 'the id is not a license id',
  details: 'the name, address, notes, external id or metadata cannot be stored',
} as const satisfies Record<string, string>

export type Reason = keyof typeof REASONS

export type Rejection = { readonly reason: Reason; readonly message: string }

export const isRefusal = <T extends object>(value: T): value is Extract<T, Rejection> => 'reason' in value
