// What V8's compilers work with. All that a piece of work calls once has been called four hundred times in the same piece of it,
// and is then compiled at once by Maglev, the one in the middle: hundreds of functions, some twenty megabytes. The threads that
// compile would free that after they have compiled all of it, and leave holes of the same size in the heap of the C library.

import { setFlagsFromString } from 'node:v8'

/** Has each function's part freed when what was compiled of it is taken over. For good, in all threads of the process. A V8 that
 * does not know the flag says so on standard error and goes on; on the command line, where an older Node would say no more than
 * that, the file that tells what is needed would never be read. */
export const freeCompilerMemory = (): void => setFlagsFromString('--no-maglev-destroy-on-background')
