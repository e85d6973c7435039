import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemSentence } from './problem-sentence.ts'

test('describes validation errors in words', () => {
  const cases = [
    ['required', { missingProperty: 'url' }, 'is required'],
    ['type', { type: 'string' }, 'must be text'],
    ['type', { type: ['string', 'null'] }, 'must be text or null'],
    ['minLength', { limit: 1 }, 'must not be empty'],
    ['minLength', { limit: 2 }, 'must have at least 2 characters'],
    ['maxLength', { limit: 1 }, 'must have at most 1 character'],
    ['minimum', { limit: 0 }, 'must be at least 0'],
    ['enum', { allowedValues: ['live', 'test'] }, 'must be one of live, test'],
    ['minItems', { limit: 1 }, 'must not be empty'],
    ['constructor', {}, 'is not valid'],
  ] as const
  for (const [keyword, params, sentence] of cases) assert.equal(problemSentence(keyword, params), sentence)
})
