import { writeFileSync } from 'node:fs'
import { openapi } from '#server/docs/openapi.ts'
import { handlers } from '#server/handlers.ts'
import { BUILT_DOCUMENT } from '#server/http/staticFiles.ts'

writeFileSync(BUILT_DOCUMENT, JSON.stringify(openapi(handlers)))
