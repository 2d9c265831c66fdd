import { describe, expect, test } from 'vitest'
import { REFUSAL_REASONS } from '#contract/refusalReasons.ts'
import { COMMENT, read, sources } from '#testing/sourceFiles.ts'

/** That no refusal uses another word is a matter of types (`refuse`). */
describe('the reasons of refusals', () => {
  test('each reason is used by a refusal', () => {
    const refusing = sources
      .filter((file) => file.startsWith('server/') && /\b(?:refuse|new Refusal)\(/.test(read(file)))
      .map(read)
      .join('\n')
    const unused = Object.keys(REFUSAL_REASONS).filter((word) => !refusing.includes(`'${word}'`))
    expect(unused).toEqual([])
  })

  test('programs compare the reason, and never the sentence beside it', () => {
    const sentence = String.raw`\b(?:message|responseDescription|sentence)\b(?: \?\? '')?\)?`
    const constant = String.raw`(?:['"\x60]\w|[A-Z][A-Z_]{2,})`
    const compared = new RegExp(
      `${sentence}\\s*[!=]==\\s*${constant}|${constant}[^\\n]*\\s[!=]==\\s*[\\w.?]*${sentence}|${sentence}\\??\\.(?:includes|startsWith|endsWith|match)\\(`,
    )
    const clients = sources.filter((file) =>
      /^(?:kit|shared|app|console|worker|tools\/fuzz|tools\/faultInjection)\//.test(file),
    )
    expect(clients.filter((file) => compared.test(read(file).replaceAll(COMMENT, '')))).toEqual([])
  })
})
