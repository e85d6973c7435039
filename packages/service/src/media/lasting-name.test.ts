import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastingName } from './lasting-name.ts'

const FILE = '/v/t51.2885-15/4711_n.jpg'
const SAME: readonly (readonly [string, string])[] = [
  [
    `https://scontent-fra5-1.cdninstagram.com${FILE}?stp=dst-jpg_e35&oh=00_a&oe=70A1B2C3`,
    `https://scontent.xx.fbcdn.net${FILE}?stp=dst-jpg_e35&oh=00_b&oe=70A9B2C3`,
  ],
  [
    'https://p16-sign-va.tiktokcdn.com/obj/1~tplv.image?x-expires=1893456000&x-signature=a',
    'https://p19-sign.tiktokcdn-us.com/obj/1~tplv.image?x-expires=1893459600&x-signature=b',
  ],
  [
    'https://media.licdn.com/dms/image/v2/D4/feedshare-shrink_800/0/1?e=1893456000&v=beta&t=a',
    'https://media.licdn.com/dms/image/v2/D4/feedshare-shrink_800/0/1?e=1893459600&v=beta&t=b',
  ],
  ['http://ana.example', 'https://ANA.example/#top'],
]

test('an image that is signed anew has the same name', () => {
  for (const [one, other] of SAME) assert.equal(lastingName(one), lastingName(other))
})

const DIFFERENT: readonly (readonly [string, string])[] = [
  [
    `https://scontent.xx.fbcdn.net${FILE}?stp=s320&oe=70A1B2C3`,
    `https://scontent.xx.fbcdn.net${FILE}?stp=s640&oe=70A1B2C3`,
  ],
  ['https://a.example/1.jpg?e=1893456000&v=beta&t=a', 'https://b.example/1.jpg?e=1893456000&v=beta&t=a'],
  ['https://a.example/?p=1', 'https://a.example/?p=2'],
  ['https://a.example/image?id=1', 'https://a.example/image?id=2'],
]

test('another size, host, path or query is another image', () => {
  for (const [one, other] of DIFFERENT) assert.notEqual(lastingName(one), lastingName(other))
})
