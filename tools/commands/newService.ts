import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * `npm run new group/service`: writes a contract, a handler and a test that fails until it is written,
 * and adds the call to the registers and to `docs/map.md`.
 */
const GROUPS = ['user', 'financial', 'info', 'loyalty', 'payments', 'operator', 'station']
const root = join(import.meta.dirname, '../..')
const [group = '', name = ''] = (process.argv[2] ?? '').split('/')
if (!GROUPS.includes(group) || !/^[a-z][A-Za-z0-9]+$/.test(name)) {
  process.stderr.write(
    `surtidor: npm run new grupo/servicio, con un grupo de ${GROUPS.join(', ')} y un nombre como membershipRequest.\n`,
  )
  process.exit(1)
}

const contract = `import { service } from '#contract/service.ts'

/**
 * TODO: what the call does.
 * Errors: TODO: 05 and when; HTTP 429 and when.
 */
export const ${name} = service({
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
const test = `import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ${name} } from '#contract/${group}/${name}.ts'
import { startTestServer, type TestServer } from '#testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('${name}', () => {
  test('answers TODO', async () => {
    const ana = await server.as('ana')
    const answer = await ana.call(${name}, {})
    expect(answer).toMatchObject({ todo: 'the fields of the answer' })
  })

  test('is denied TODO', async () => {
    const fede = await server.as('fede')
    const answer = await fede.call(${name}, {})
    expect(answer.responseHeader.responseCode).toBe('05')
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
addImport('contract/services.ts', `import { ${name} } from '#contract/${group}/${name}.ts'`)
addImport('server/handlers.ts', `import ${name} from '#server/${group}/${name}.ts'`)
addEntry('contract/services.ts', name)
addEntry('server/handlers.ts', name)
addEntry('server/docs/exampleRequests.ts', `${name}: {}`)
addEntry('server/docs/summaries.ts', `${name}: 'Qué hace ${name}, en una oración.'`)
change('server/docs/exampleAnswers.json', (text) =>
  text.replace(/\n\}\n$/, `,\n  "${name}": {}\n}\n`),
)
execFileSync(process.execPath, [join(root, 'tools/commands/callMap.ts')])
process.stdout.write(
  `${files.map(([file]) => file).join('\n')}
Y sus líneas en contract/services.ts, server/handlers.ts, server/docs/exampleRequests.ts, server/docs/summaries.ts, server/docs/exampleAnswers.json y docs/map.md.
`,
)

/** Adds an import in the alphabetical order of the paths. */
function addImport(file: string, line: string): void {
  change(file, (text) => {
    const pathIn = (statement: string) => /'(.*)'/.exec(statement)?.[1] ?? ''
    const imports = text.split('\n').filter((other) => other.startsWith('import '))
    const previous = imports.filter((other) => pathIn(other) < pathIn(line)).at(-1) ?? ''
    return text.replace(previous, `${previous}\n${line}`)
  })
}

/** Adds an entry before the closing brace of a register. */
function addEntry(file: string, entry: string): void {
  change(file, (text) => text.replace(/\n\}( as const)?\n/, (close) => `\n  ${entry},${close}`))
}

function change(file: string, edit: (text: string) => string): void {
  const path = join(root, file)
  writeFileSync(path, edit(readFileSync(path, 'utf8')))
}
