import * as z from 'zod/mini'
import type { RequestOf } from '#contract/call.ts'
import { MembershipRequestDraft, VehicleDraft } from '#contract/entities/membershipRequest.ts'
import { bankAccount, NO_BANK_ACCOUNT, optionalBankAccount } from '#contract/fields/bankAccount.ts'
import type { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { formText } from '#kit/form/formText.ts'

/** The steps of the join form, in order. */
export const JOIN_STEPS = [
  { title: 'El programa', lead: 'Elegí a cuál querés entrar.' },
  { title: 'Tu vehículo', lead: 'Después podés agregar otros.' },
  { title: 'RUT y tarjeta', lead: 'Si no tenés, dejalos vacíos.' },
  {
    title: 'Cuenta bancaria',
    lead: 'Ahí va lo que el programa te devuelva. Podés dejarla vacía y agregarla después.',
  },
] as const

const { clientRUT, clientCardNumber } = MembershipRequestDraft.shape
const CHOOSE = 'Elegí un programa.'
const SCHEMAS = [
  z.object({ programme: z.string(CHOOSE).check(z.minLength(1, CHOOSE)) }),
  VehicleDraft,
  z.object({ clientRUT, clientCardNumber }),
] as const

/** The schema of the fields of a step. A bank account may be empty, but not incomplete. */
export function joinSchema(step: number, form: HTMLFormElement): z.ZodMiniType<object> {
  const schema = SCHEMAS[step]
  if (schema) return schema
  const isEmpty = Object.keys(NO_BANK_ACCOUNT).every((name) => formText(form, name).trim() === '')
  return z.object(isEmpty ? optionalBankAccount : bankAccount)
}

/** The request of the validated fields of all steps. */
export function toRequestDraft(
  fields: Readonly<Record<string, string>>,
): RequestOf<typeof membershipRequest>['request'] {
  const { programme = '', mark = '', plate = '', fuel = '', ...rest } = fields
  return { programme, vehicle: { mark, plate, fuel }, ...rest }
}
