// Loaded before every test file: property tests use the same examples each time. FAST_CHECK_SEED=… uses others.

import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_120) })
