import { createHmac } from 'node:crypto'
import { groupedCode, newCode } from '#contract/fields/groupedCode.ts'

/** The forms of the values that an answer tells once. */
const FORMS = {
  activationCode: (bytes: Buffer) => groupedCode(newCode(bytes.subarray(0, 16))),
  sessionToken: (bytes: Buffer) => bytes.toString('base64url'),
  sessionBinder: (bytes: Buffer) => bytes.toString('base64url'),
}
export type OneTimeValue = keyof typeof FORMS
/** An answer as JSON. */
type StoredAnswer = Record<string, unknown>

/** What stands for a value in the stored answer. */
const placeholderOf = (form: OneTimeValue) => `{{${form}}}`

/**
 * The values that an answer tells once, derived from the server's secret and the request: they are
 * stored nowhere, and a repeat of the request tells the same ones.
 * @param request identifies the request
 */
export function oneTimeValues(secret: string, request: readonly (string | Buffer)[]) {
  const valueOf = (form: OneTimeValue): string => {
    const hmac = createHmac('sha256', secret).update(`told once ${form}`)
    for (const part of request) hmac.update(part)
    return FORMS[form](hmac.digest())
  }
  const used = new Set<OneTimeValue>()
  return {
    /** The value of a form: the answer of the call may contain it. */
    tell: (form: OneTimeValue): string => {
      used.add(form)
      return valueOf(form)
    },
    /** The answer as it is stored. */
    hide: (answer: object): StoredAnswer => {
      let json = JSON.stringify(answer)
      for (const form of used) json = json.replaceAll(valueOf(form), placeholderOf(form))
      return JSON.parse(json) as StoredAnswer
    },
    /** The answer as it was told. */
    reveal: (stored: object): StoredAnswer => {
      let json = JSON.stringify(stored)
      for (const form of Object.keys(FORMS) as OneTimeValue[])
        if (json.includes(placeholderOf(form)))
          json = json.replaceAll(placeholderOf(form), valueOf(form))
      return JSON.parse(json) as StoredAnswer
    },
  }
}
