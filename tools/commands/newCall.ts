import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** `npm run new loyalty/foo`: writes the contract, the handler and a failing test of a call, and registers it. */
const GROUPS = [
  'user',
  'passkey',
  'push',
  'financial',
  'info',
  'loyalty',
  'payments',
  'operator',
  'station',
]
const root = join(import.meta.dirname, '../..')
const [group = '', name = ''] = (process.argv[2] ?? '').split('/')
if (!GROUPS.includes(group) || !/^[a-z][A-Za-z0-9]+$/.test(name)) {
  process.stderr.write(
    `surtidor: npm run new grupo/servicio, con un grupo de ${GROUPS.join(', ')} y un nombre como membershipRequest.\n`,
  )
  process.exit(1)
}

const contract = `import { defineCall } from '#contract/call.ts'

/**
 * What the call does, in one sentence.
 * Errors: each case of 05, and the limit behind HTTP 429.
 */
export const ${name} = defineCall({
  group: '${group}',
  name: '${name}',
  access: 'signedIn',
  request: {},
  response: {},
})
`
const handler = `import { ${name} } from '#contract/${group}/${name}.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(${name}, async (_context, _fields, _caller) => ({}))
`
const test = `import { describe, expect, test } from 'vitest'
import { ${name} } from '#contract/${group}/${name}.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('${name}', () => {
  test('answers its fields', async () => {
    const ana = await server.as('ana')
    const answer = await ana.call(${name}, {})
    // Fails until the fields of the answer stand here.
    expect(answer).toMatchObject({ field: 'value' })
  })
})
`

const files = [
  [`contract/${group}/${name}.ts`, contract],
  [`server/${group}/${name}.ts`, handler],
  [`server/${group}/${name}.test.ts`, test],
] as const
const existing = files.filter(([file]) => existsSync(join(root, file)))
if (existing.length > 0) {
  process.stderr.write(`surtidor: ya existe ${existing.map(([file]) => file).join(', ')}.\n`)
  process.exit(1)
}
for (const [file, text] of files) {
  await mkdir(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
addImport('contract/calls.ts', `import { ${name} } from '#contract/${group}/${name}.ts'`)
addImport('server/handlers.ts', `import ${name} from '#server/${group}/${name}.ts'`)
addEntry('contract/calls.ts', name)
addEntry('server/handlers.ts', name)
addEntry('server/docs/exampleRequests.ts', `${name}: {}`)
addEntry('server/docs/summaries.ts', `${name}: 'Qué hace ${name}, en una oración.'`)
editFile('server/docs/exampleAnswers.json', (text) =>
  text.replace(/\n\}\n$/, `,\n  "${name}": {}\n}\n`),
)
process.stdout.write(
  `${files.map(([file]) => file).join('\n')}
Registrada en contract/calls.ts, server/handlers.ts, server/docs/exampleRequests.ts, server/docs/summaries.ts y server/docs/exampleAnswers.json.
`,
)

/** Adds an import in the alphabetical order of the paths. */
function addImport(file: string, line: string): void {
  editFile(file, (text) => {
    const pathOf = (statement: string) => /'(.*)'/.exec(statement)?.[1] ?? ''
    const imports = text.split('\n').filter((each) => each.startsWith('import '))
    const previous = imports.filter((each) => pathOf(each) < pathOf(line)).at(-1) ?? ''
    return text.replace(previous, `${previous}\n${line}`)
  })
}

/** Adds a line before the closing brace of the file's object. */
function addEntry(file: string, line: string): void {
  editFile(file, (text) => text.replace(/\n\}( as const)?\n/, (close) => `\n  ${line},${close}`))
}

function editFile(file: string, edit: (text: string) => string): void {
  const path = join(root, file)
  writeFileSync(path, edit(readFileSync(path, 'utf8')))
}
