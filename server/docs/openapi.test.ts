import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallContract, pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { openapi } from '#server/docs/openapi.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'

interface Document {
  paths: Record<string, { post: Operation }>
  components: {
    schemas: Record<string, { properties: Record<string, unknown>; required?: string[] }>
    securitySchemes: Record<string, Record<string, string>>
  }
}
interface Operation {
  security: Record<string, string[]>[]
  'x-roles'?: string[]
  requestBody: { content: Record<string, { example: Record<string, unknown> }> }
}
const document = openapi('https://surtidor.uy', FIXED_DATE) as unknown as Document
const cli = join(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The problems that Redocly's recommended rules find. */
async function lint(linted: object): Promise<string[]> {
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(linted))
  const args = [cli, 'lint', file, '--extends', 'recommended', '--format', 'json']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const output = await new Promise<string>((ended) => {
    execFile(process.execPath, args, { env, cwd: folder }, (_error, stdout) => ended(stdout))
  })
  const { problems } = JSON.parse(output) as {
    problems: { ruleId: string; message: string }[]
  }
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

describe('the OpenAPI document', () => {
  test('passes the recommended rules of Redocly without an error or a warning', async () => {
    expect(await lint(document)).toEqual([])
  })

  test('has examples that fit their schemas: another one would be a warning', async () => {
    const wrong = structuredClone(document)
    const { requestBody } = wrong.paths['/payments/process/getPayments']?.post ?? expect.fail()
    for (const { example } of Object.values(requestBody.content)) example.dateFrom = 7
    expect(await lint(wrong)).toContainEqual(
      expect.stringMatching(/^no-invalid-media-type-examples: .*dateFrom/),
    )
  })

  test('names the entities', () => {
    const { schemas } = document.components
    const names =
      'RequestHeader ResponseHeader DeviceInfo User Role Loyalty Vehicle Movement AccountState Branch Notification MembershipRequest Debt DebtData Payment MembershipRequestDraft RegistrationDraft Programme'
    for (const name of names.split(' '))
      expect(Object.keys(schemas[name]?.properties ?? {}), name).not.toEqual([])
    expect(schemas.GetDebtsAnswer?.properties.debts).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Debt' },
    })
    expect(schemas.ProcessGEOPayResponseAnswer?.properties.payment).toEqual({
      $ref: '#/components/schemas/Payment',
    })
  })

  test('requires of the header only what the server requires', () => {
    expect(document.components.schemas.RequestHeader?.required?.toSorted()).toEqual([
      'auditNumber',
      'version',
    ])
  })

  test('declares who may call: an open call nothing, the others the session and their roles', () => {
    expect(document.components.securitySchemes.session).toMatchObject({
      'x-credential-in': 'body',
      'x-credential-name': 'requestHeader.userSessionToken',
    })
    for (const contract of Object.values(calls) as CallContract[]) {
      const { post } = document.paths[`/${pathOf(contract)}`] ?? expect.fail(contract.name)
      const { access } = contract
      expect(post.security, contract.name).toEqual(access === 'open' ? [] : [{ session: [] }])
      expect(post['x-roles'], contract.name).toEqual(Array.isArray(access) ? access : undefined)
    }
  })

  test('names no demo person and no public password in production', () => {
    const publicTexts = /demo-surtidor|demo\.surtidor\.uy|gente de la demo|SURTIDORDEMO/
    expect(JSON.stringify(openapi('https://app.example.com', FIXED_DATE))).toMatch(publicTexts)
    const document = JSON.stringify(openapi('https://app.example.com', FIXED_DATE, true))
    expect(document).not.toMatch(publicTexts)
    expect(document).toContain('ana@example.com')
  })
})
