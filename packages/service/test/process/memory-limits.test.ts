import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { prepareStore, startProcess } from './start-process.ts'

const OPTIONS = ['--max-semi-space-size=4', '--heap-growing-percent=30', '--no-allocation-site-pretenuring']

/** The command lines of a process and its child processes. */
const commandsOf = async (pid: number | undefined): Promise<string[]> => {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  const rows = stdout.split('\n').map((row) => row.trim().split(/\s+/))
  return rows.filter((row) => row.slice(0, 2).includes(String(pid))).map((row) => row.slice(2).join(' '))
}

test('npm start and the image run the command with the memory options of its first line, and so do workers', async (context) => {
  const root = new URL('../../../../', import.meta.url)
  const { scripts } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'))
  assert.equal(scripts.start, 'exec central-api serve')
  assert.match(await readFile(new URL('Dockerfile', root), 'utf8'), /^ENTRYPOINT \["central-api"\]$/m)

  const { environment } = await prepareStore(context)
  const { pid } = await startProcess(context, { ...environment, WORKERS: '2' })
  const commands = await commandsOf(pid)
  assert.equal(commands.length, 3)
  for (const command of commands) assert.ok(command.includes(OPTIONS.join(' ')), command)
})
