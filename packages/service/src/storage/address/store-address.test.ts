import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { readStoreAddress, storeFile } from './store-address.ts'

const FILES: readonly (readonly [url: string, file: string])[] = [
  ['sqlite:data/central.db', 'data/central.db'],
  ['sqlite:./central.db', './central.db'],
  ['sqlite:../central.db', '../central.db'],
  ['sqlite:/srv/central.db', '/srv/central.db'],
  ['sqlite:///srv/central.db', '/srv/central.db'],
  ['sqlite:store', 'store'],
  ["sqlite:/srv/o'brien's/50% & more/a+b.db", "/srv/o'brien's/50% & more/a+b.db"],
  ['sqlite:/srv/store~/central.db~', '/srv/store~/central.db~'],
  ['sqlite:/srv/日本/central.db', '/srv/日本/central.db'],
]

test('reads a SQLite file, with or without an empty host', () => {
  for (const [url, file] of FILES)
    assert.deepEqual([readStoreAddress(url), storeFile(url)], [{ backend: 'sqlite', file }, file])
})

test('a store in memory and one on a server have no file', () => {
  assert.deepEqual(readStoreAddress('sqlite::memory:'), { backend: 'sqlite', file: ':memory:' })
  for (const url of ['sqlite::memory:', 'postgres://db.example/c', 'postgresql://db.example/c'])
    assert.equal(storeFile(url), undefined)
})

const REFUSED: readonly (readonly [says: RegExp, ...urls: string[]])[] = [
  [
    /^must be sqlite:FILE or postgres:/,
    ...[
      '',
      'data/central.db',
      'sqlite:',
      'sqlite://central.db',
      'sqlite://localhost/srv/central.db',
      'file:central.db',
    ],
    ...[
      'sqlite3:central.db',
      'mysql://u:hidden-word@db.example/c',
      'postgres:c',
      'host=db.example password=hidden-word',
    ],
    ...['jdbc:postgresql://db.example/c?password=hidden-word', 'constructor:x'],
  ],
  [/, without quotes$/, '"sqlite:data/central.db"', "'postgres://u:hidden-word@db.example/c'"],
  [
    /^does not support parameters/,
    'sqlite:central.db?mode=rwc',
    'sqlite:/srv/c.db?_journal=WAL',
    'sqlite:central.db#x',
    'sqlite::memory:?cache=shared',
  ],
  [
    /contains ~, which only a shell expands/,
    'sqlite:~/central.db',
    'sqlite:~root/central.db',
    'sqlite:///~/central.db',
    'sqlite:~',
  ],
  [
    /a variable, which the service does not expand/,
    'sqlite:$HOME/c.db',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it comes where nobody expands it.
    'sqlite:${DATA}/c.db',
    'sqlite:/srv/$NAME.db',
    'sqlite:%APPDATA%/c.db',
    'sqlite:$(pwd)/c.db',
  ],
  [/names a file: URL/, 'sqlite:file:central.db', 'sqlite:file:///srv/central.db', 'sqlite:///file:central.db'],
  [/must be sqlite::memory:/, 'sqlite:memory', 'sqlite:memory:', 'sqlite::memory', 'sqlite:///:memory:'],
  [/is not percent-decoded/, 'sqlite:/srv/my%20store.db', 'sqlite:%2Fsrv%2Fcentral.db'],
  [/has quotes/, 'sqlite:"central.db"', "sqlite:'/srv/central.db'"],
  [/a control character/, 'sqlite:central\n.db', 'sqlite:a\u0000.db'],
  [/names a folder/, 'sqlite:/srv/', 'sqlite:.', 'sqlite:..', 'sqlite:data/..'],
]

for (const [says, ...urls] of REFUSED) {
  for (const url of urls) {
    test(`refuses ${JSON.stringify(url)} with the reason, and without a password`, () => {
      assert.throws(
        () => readStoreAddress(url),
        (error: Error) => says.test(error.message) && !inspect(error).includes('hidden-word'),
      )
    })
  }
}
