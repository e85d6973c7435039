// Why a record is refused. Codes are for programs and never change their meaning; messages are for people, and never
// contain a key.

export const REASONS = {
  columns:
    'the line has more cells than the first line, lacks some that have to be there, or holds something in a column without a name',
  json: 'the record is no JSON',
  no_license:
    'the record has nothing of a license: it is an answer of another kind, or names neither a key nor whose the license is',
  key_missing: 'there is no key; --new-keys makes one for each such line',
  key_form: 'the key is too short, too long, or has white space or other than printable ASCII in it',
  key_mistyped: 'the key begins like one of Central API, and its check digits do not fit',
  key_guessable: 'the key can be guessed: it is too short for the characters that it is made of, or was thought up',
  key_mode: 'the key is of the other mode',
  key_taken: 'another license has the key',
  twice: 'the same license stands in an earlier line',
  plan_unmapped: 'no plan is named for the product; --plan-map names one',
  mode_unknown: 'the mode is not live or test, or what tells it is neither true nor false',
  status_unknown: 'the state is none that the shop is known to have, or what tells it is neither true nor false',
  date: 'a date cannot be read',
  id: 'the id is none of a license',
  details: 'the name, address, notes, external id or metadata cannot be stored',
} as const satisfies Record<string, string>

export type Reason = keyof typeof REASONS

export type Refusal = { readonly reason: Reason; readonly message: string }

export const isRefusal = <T extends object>(value: T): value is Extract<T, Refusal> => 'reason' in value
