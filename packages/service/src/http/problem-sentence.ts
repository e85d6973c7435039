// A validator's error → a sentence about the field, for people.

type Params = Readonly<Record<string, unknown>>

const INDEFINITE: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

const listed = (words: readonly string[]): string => words.join(' or ')
const counted = (count: unknown, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`

/** JSON Schema keywords (https://json-schema.org/draft/2020-12/json-schema-validation) → the sentence after the field's
 * name. */
const SENTENCES: ReadonlyMap<string, (params: Params) => string> = new Map<string, (params: Params) => string>([
  ['required', () => 'is required'],
  ['type', ({ type }) => `must be ${listed([type].flat().map((name) => INDEFINITE[String(name)] ?? String(name)))}`],
  ['enum', ({ allowedValues }) => `must be one of ${[allowedValues].flat().join(', ')}`],
  ['const', ({ allowedValue }) => `must be ${String(allowedValue)}`],
  [
    'minLength',
    ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${counted(limit, 'character')}`),
  ],
  ['maxLength', ({ limit }) => `must have at most ${counted(limit, 'character')}`],
  ['minimum', ({ limit }) => `must be at least ${limit}`],
  ['maximum', ({ limit }) => `must be at most ${limit}`],
  ['minItems', ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} entries`)],
  ['maxItems', ({ limit }) => `must have at most ${limit} entries`],
  ['uniqueItems', () => 'must not contain duplicates'],
  ['pattern', () => 'does not have the required format'],
  ['format', ({ format }) => `is not of the form ${String(format)}`],
  ['minProperties', () => 'must not be empty'],
])

/** The sentence without its subject. */
export const problemSentence = (keyword: string, params: Params): string =>
  SENTENCES.get(keyword)?.(params) ?? 'is not valid'
