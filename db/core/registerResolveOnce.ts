import { registerHooks } from 'node:module'
import { resolveOnce } from '#db/core/resolveOnce.ts'

// Imported before the other modules of a program.
registerHooks({ resolve: resolveOnce() })
