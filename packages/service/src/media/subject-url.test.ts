import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAllowList } from '../egress/allow-list.ts'
import { SubjectError, subjectUrl } from './subject-url.ts'

const BASES = ['https://api.example.com/central', 'https://media.example.com', undefined]
const IMAGE = 'https://cdn.example.com/1.jpg'
const keys = { open: (sealed: string) => (sealed === 'sealed' ? ({ url: IMAGE } as never) : undefined) }
const read = (url: string, allow = '') => subjectUrl({ keys, bases: BASES, allow: parseAllowList(allow) }, new URL(url))

test('a URL of an image of the service stands for the image, and any other one for itself', () => {
  for (const host of ['https://media.example.com', 'https://api.example.com/central', 'http://127.0.0.1:8080'])
    assert.equal(read(`${host}/media/sealed`), IMAGE)
  for (const url of [IMAGE, 'https://social.example/@ana/1', 'https://blog.example/media/2', 'https://blog.example/'])
    assert.equal(read(url), url)
  assert.equal(read('https://api.example.com/central/sandbox/1'), 'https://api.example.com/central/sandbox/1')
})

test('a host of this machine that the service may connect to has posts', () => {
  for (const [url, allow] of [
    ['http://127.0.0.1:3000/@ana/1', '127.0.0.1:3000'],
    ['https://localhost/@ana/1', 'localhost:443'],
    ['http://[::1]/1', '[::1]:80'],
  ] as const) {
    assert.equal(read(url, allow), url)
    assert.throws(() => read(url, 'localhost:3001,127.0.0.1:3001,[::1]:3001'), SubjectError)
  }
})

test('what no image can belong to is refused', () => {
  for (const [url, message] of [
    ['https://media.example.com/media/abc', /no image of this service/],
    ['https://api.example.com/central/media/abc/', /no image of this service/],
    ['http://127.0.0.1:8302/media/abc', /one of this machine/],
    ['http://localhost/@ana/1', /one of this machine/],
    ['http://[::1]/1', /one of this machine/],
    [`https://social.example/${'a'.repeat(9_000)}`, /at most 4096 characters/],
  ] as const)
    assert.throws(
      () => read(url),
      (error) => error instanceof SubjectError && message.test(error.message),
      url,
    )
})
