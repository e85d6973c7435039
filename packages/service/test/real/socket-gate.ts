// A way into a network namespace: what connects to the Unix socket at the first argument, which files make reachable from
// everywhere, comes to the port of the second at the loopback of wherever this program runs.

import { connect, createServer } from 'node:net'

const [path, port] = process.argv.slice(2)

createServer((near) => {
  const far = connect(Number(port), '127.0.0.1')
  near.on('error', () => far.destroy()).pipe(far)
  far.on('error', () => near.destroy()).pipe(near)
}).listen(path, () => process.stdout.write('The gate is open\n'))
