import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../config/read-config.ts'
import { agentsOf, operatorAppsOf } from './operator-apps.ts'

const appsOf = (environment: Readonly<Record<string, string>>) => operatorAppsOf(readConfig(environment))

test('each id has the secret and the configuration at its place', () => {
  const { facebook, tiktok } = appsOf({
    ...{ FACEBOOK_CLIENT_ID: 'a,b', FACEBOOK_CLIENT_SECRET: 's,t', FACEBOOK_LOGIN_CONFIG_ID: '1,2' },
    ...{ TIKTOK_LOGIN_CLIENT_KEY: 'c,d', TIKTOK_LOGIN_CLIENT_SECRET: 'u,v' },
  })
  assert.deepEqual(facebook, [
    { clientId: 'a', clientSecret: 's', parameters: { config_id: '1', scope: '' } },
    { clientId: 'b', clientSecret: 't', parameters: { config_id: '2', scope: '' } },
  ])
  assert.deepEqual(tiktok, [
    { clientId: 'c', clientSecret: 'u', parameters: {} },
    { clientId: 'd', clientSecret: 'v', parameters: {} },
  ])
})

test('an application of Reddit needs a user agent', () => {
  const set = { REDDIT_LOGIN_CLIENT_ID: 'a', REDDIT_LOGIN_CLIENT_SECRET: 's' }
  assert.deepEqual(appsOf(set).reddit, [])
  const userAgent = 'web:garden:1 (by /u/garden)'
  const app = { clientId: 'a', clientSecret: 's', parameters: {} }
  const environment = { ...set, REDDIT_USER_AGENT: ` ${userAgent} ` }
  assert.deepEqual(appsOf(environment).reddit, [app])
  assert.deepEqual(agentsOf(readConfig(environment)), { reddit: userAgent })
})
