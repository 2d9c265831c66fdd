import { use } from 'react'
import { FieldPair } from '#app/features/account/FieldPair.tsx'
import { ACCOUNT_TYPES, BANKS } from '#contract/reference/banks.ts'
import { Field, FormContext, Select } from '#kit/form/Field.tsx'
import { referenceItems } from '#kit/format/referenceLists.ts'
import { bankName } from '#shared/account/bankName.ts'

/** The list of names, and the stored bank where it is a code, which an integrator sent. */
function bankOptions(stored = '') {
  const received = referenceItems('banks').map(({ code }) => code)
  const banks: readonly string[] = received.length > 0 ? received : BANKS
  const others = stored === '' || banks.includes(stored) ? [] : [stored]
  // A code takes the place of the name that reads the same.
  const named = banks.filter((bank) => !others.some((code) => bankName(code) === bankName(bank)))
  return [...named, ...others].map((bank) => ({ value: bank, label: bankName(bank) }))
}

const typeOptions = (first: string | undefined) =>
  ACCOUNT_TYPES.toSorted((a, b) => Number(b.code === first) - Number(a.code === first)).map(
    ({ code, text }) => ({ value: code, label: text }),
  )

/**
 * The five fields of a bank account, inside a form. Their names are those of `bankAccount` in
 * contract/fields, by which the form validates them.
 */
export function BankAccountFields() {
  const { accountBank, accountBankType } = use(FormContext).values
  return (
    <>
      <Select
        label="Banco"
        name="accountBank"
        placeholder="Elegí"
        options={bankOptions(accountBank)}
      />
      <FieldPair>
        <Select
          label="Tipo de cuenta"
          name="accountBankType"
          placeholder="Elegí"
          options={typeOptions(accountBankType)}
        />
        <Field
          label="Número de cuenta"
          name="accountBankNumber"
          autoComplete="off"
          inputMode="numeric"
          maxLength={40}
        />
      </FieldPair>
      <FieldPair>
        <Field
          label="Sucursal"
          optional
          name="accountBankBranch"
          autoComplete="off"
          maxLength={20}
        />
        <Field label="Titular" optional name="accountName" autoComplete="off" maxLength={80} />
      </FieldPair>
    </>
  )
}
