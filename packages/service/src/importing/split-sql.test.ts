import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ImportError } from './import-error.ts'
import { isSql, type SqlRow, splitSql } from './split-sql.ts'

const inParts = async function* (text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

const read = async (text: string, size = text.length): Promise<SqlRow[]> => {
  const rows: SqlRow[] = []
  for await (const some of splitSql(inParts(text, size))) rows.push(...some)
  return rows
}

const reported = (message: RegExp, advice: RegExp) => (error: unknown) =>
  error instanceof ImportError && message.test(error.message) && advice.test(error.advice)

const DUMP = `/*M!999999\\- enable the sandbox mode */
-- MySQL dump 10.13; it's of the shop
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
DROP TABLE IF EXISTS \`customers\`;
CREATE TABLE \`customers\` (
  \`key\` varchar(64) NOT NULL COMMENT 'the key; of it''s owner (old)',
  \`plan\` enum('pro','a;b') DEFAULT NULL,
  \`note\`\`s\` text,
  PRIMARY KEY (\`key\`),
  KEY \`plan\` (\`plan\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
LOCK TABLES \`customers\` WRITE;
INSERT INTO \`customers\` VALUES ('A','pro',NULL),('B (1), \\'x\\'','it''s',"" );
`

test('reads rows with the column names of the table, in parts of any size', async () => {
  const text = DUMP.replace('"" ', "'two\\r\\nlines; \\\\ and ''),(''\\t'")
  const dump = `${text}INSERT INTO \`customers\` VALUES (12345678901234567891,b'1',0x01),\n(-1.50,_binary 'x',TRUE);\nUNLOCK TABLES;\n-- Dump completed`
  for (const size of [1, 2, 7, 64, 10_000]) {
    assert.deepEqual(await read(dump, size), [
      { line: 13, columns: ['key', 'plan', 'note`s'], values: ['A', 'pro', null] },
      {
        line: 13,
        columns: ['key', 'plan', 'note`s'],
        values: ["B (1), 'x'", "it's", "two\r\nlines; \\ and '),('\t"],
      },
      { line: 14, columns: ['key', 'plan', 'note`s'], values: ['12345678901234567891', "b'1'", '0x01'] },
      { line: 15, columns: ['key', 'plan', 'note`s'], values: ['-1.50', 'x', 'TRUE'] },
    ])
  }
})

test('uses the column names of INSERT, as phpMyAdmin writes them', async () => {
  for (const size of [1, 100]) {
    const rows = await read("INSERT INTO `shop`.`c` (`key`, `plan`) VALUES\n('A', 'pro'),\n('B', NULL);\n", size)
    assert.deepEqual(rows, [
      { line: 2, columns: ['key', 'plan'], values: ['A', 'pro'] },
      { line: 3, columns: ['key', 'plan'], values: ['B', null] },
    ])
  }
})

test('reports dumps of two tables, of PostgreSQL, without column names, or truncated', async () => {
  const insert = (table: string) => `INSERT INTO \`${table}\` (\`key\`) VALUES ('A');\n`
  await assert.rejects(
    read(insert('a') + insert('b')),
    reported(/rows of `a` and, from line 2 on, of `b`/, /mysqldump/),
  )
  await assert.rejects(
    read("INSERT INTO `a` VALUES ('A');\n"),
    reported(/does not name the columns/, /--complete-insert/),
  )
  await assert.rejects(read('SET standard_conforming_strings = on;\n'), reported(/PostgreSQL/, /copy TABLE/))
  await assert.rejects(read('COPY public.a (key) FROM stdin;\nA\n\\.\n'), reported(/PostgreSQL/, /copy TABLE/))
  for (const rest of ["('A'),('B", "('A')", "('A'),", "('A',);\n"])
    await assert.rejects(
      read(`INSERT INTO \`a\` (\`key\`) VALUES ${rest}`),
      reported(/Line 1: .*cannot be read/, /whole/),
    )
})

test('an incomplete statement does not buffer the whole file', async () => {
  let given = 0
  const endless = async function* (): AsyncGenerator<string> {
    yield "INSERT INTO `a` (`key`) VALUES ('"
    for (; ; given += 1) yield 'x'.repeat(64 * 1024)
  }
  await assert.rejects(async () => {
    for await (const _rows of splitSql(endless()));
  }, ImportError)
  assert.ok(given < 20, `${given} parts`)
})

test('distinguishes a dump from column names', () => {
  for (const text of ['-- MySQL dump', '/*!40101', 'INSERT INTO `a`', 'SET NAMES utf8', '\nDROP TABLE IF'])
    assert.ok(isSql(text), text)
  for (const text of ['key,plan', 'set,key', 'create,key', '"--",key', 'insert into,key']) assert.ok(!isSql(text), text)
})
