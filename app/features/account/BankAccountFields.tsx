import { FieldPair, fieldOf } from '#app/features/account/FieldPair.tsx'
import type { BankAccount } from '#contract/fields/bankAccount.ts'
import { ACCOUNT_TYPES, BANKS } from '#contract/reference/banks.ts'
import { Field, Select } from '#kit/form/Field.tsx'
import type { FieldErrors } from '#kit/form/Form.tsx'

const BANK_OPTIONS = BANKS.map((name) => ({ value: name, label: name }))

/** The account types, the given one first. */
const typeOptions = (first: string | undefined) =>
  ACCOUNT_TYPES.toSorted((a, b) => Number(b.code === first) - Number(a.code === first)).map(
    ({ code, text }) => ({ value: code, label: text }),
  )

interface Props {
  /** The values at first: a stored account, or a draft. */
  values: Partial<BankAccount>
  errors: FieldErrors
}

/**
 * The five fields of a bank account, inside a form. Their names are those of `bankAccount` in
 * contract/fields, by which the form validates them.
 */
export function BankAccountFields(form: Props) {
  const account = (name: string) => ({ ...fieldOf(form, name), autoComplete: 'off' })
  return (
    <>
      <Select
        label="Banco"
        {...fieldOf(form, 'accountBank')}
        placeholder="Elegí"
        options={BANK_OPTIONS}
      />
      <FieldPair>
        <Select
          label="Tipo de cuenta"
          {...fieldOf(form, 'accountBankType')}
          placeholder="Elegí"
          options={typeOptions(form.values.accountBankType)}
        />
        <Field
          label="Número de cuenta"
          {...account('accountBankNumber')}
          inputMode="numeric"
          maxLength={40}
        />
      </FieldPair>
      <FieldPair>
        <Field label="Sucursal" optional {...account('accountBankBranch')} maxLength={20} />
        <Field label="A nombre de" optional {...account('accountName')} maxLength={80} />
      </FieldPair>
    </>
  )
}
