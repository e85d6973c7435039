// A gate into a network namespace: forwards connections from the Unix socket of the first argument, which is reachable from
// every namespace, to the loopback port of the second argument in the namespace of this program.

import { connect, createServer } from 'node:net'

const [path, port] = process.argv.slice(2)

createServer((near) => {
  const far = connect(Number(port), '127.0.0.1')
  near.on('error', () => far.destroy()).pipe(far)
  far.on('error', () => near.destroy()).pipe(near)
}).listen(path, () => process.stdout.write('The gate is open\n'))
