import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandbox } from '../platforms/sandbox/sandbox.ts'
import { youtube } from '../platforms/youtube/youtube.ts'
import { createRegistry } from '../upstream/registry.ts'
import { SECRET_SETTINGS, SETTINGS } from './settings.ts'
import { startSettings } from './start-settings.ts'

const ENVIRONMENT = {
  PORT: ' 80 ',
  HOST: '',
  ADMIN_TOKEN: 'token-token-token-token',
  DATABASE_URL: 'postgres://service:password@host/central',
  YOUTUBE_API_KEY: 'key-of-youtube',
  PATH: '/usr/bin',
}
const of = (environment: Readonly<Record<string, string>>, key = Buffer.alloc(32, 1)) =>
  startSettings(environment, createRegistry([sandbox, youtube], environment), key)

test('settings that are set are listed, secrets as hashes, and other variables are not', () => {
  const listed = of(ENVIRONMENT)
  assert.deepEqual(listed.map(({ name, isSecret }) => [name, isSecret]).sort(), [
    ['ADMIN_TOKEN', true],
    ['DATABASE_URL', true],
    ['PORT', false],
    ['YOUTUBE_API_KEY', true],
  ])
  assert.equal(listed.find(({ name }) => name === 'PORT')?.value, '80')
  for (const { value, isSecret } of listed) if (isSecret) assert.match(value, /^[0-9a-f]{64}$/)
})

test('the hash depends on the value and on the pepper', () => {
  const hashOf = (settings: ReturnType<typeof of>) => settings.find(({ name }) => name === 'ADMIN_TOKEN')?.value
  const one = hashOf(of(ENVIRONMENT))
  assert.equal(hashOf(of(ENVIRONMENT)), one)
  assert.notEqual(hashOf(of({ ...ENVIRONMENT, ADMIN_TOKEN: 'another-token-another' })), one)
  assert.notEqual(hashOf(of(ENVIRONMENT, Buffer.alloc(32, 2))), one)
})

test('a setting that is named or described as a secret is treated as one', () => {
  const named = Object.values(SETTINGS).filter(
    ({ name, meaning }) =>
      /TOKEN|SECRET|PASSWORD|PEPPER|KEY|HEADERS|DATABASE/.test(name) || /^(?:Bearer token|Secret)/.test(meaning),
  )
  for (const { name } of named) assert.ok(SECRET_SETTINGS.has(name), name)
})
