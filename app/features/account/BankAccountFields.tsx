import { FieldPair } from '#app/features/account/FieldPair.tsx'
import type { BankAccount } from '#contract/fields/bankAccount.ts'
import { ACCOUNT_TYPES, BANKS } from '#contract/reference/banks.ts'
import { Field } from '#kit/form/Field.tsx'
import { Select } from '#kit/form/Select.tsx'
import type { FieldErrors } from '#kit/form/useFormValidation.ts'

const BANK_OPTIONS = BANKS.map((name) => ({ value: name, label: name }))

/** The account types, the given one first. */
const typeOptions = (first: string | undefined) =>
  ACCOUNT_TYPES.toSorted((a, b) => Number(b.code === first) - Number(a.code === first)).map(
    ({ code, text }) => ({ value: code, label: text }),
  )

interface Props {
  /** The values at first: a stored account, or a draft. */
  account: Partial<BankAccount>
  errors: FieldErrors
}

/**
 * The five fields of a bank account, inside a form. Their names are those of `bankAccount` in
 * contract/fields, by which the form validates them.
 */
export function BankAccountFields({ account, errors }: Props) {
  return (
    <>
      <Select
        label="Banco"
        name="accountBank"
        placeholder="Elegí"
        options={BANK_OPTIONS}
        defaultValue={account.accountBank}
        error={errors.accountBank}
      />
      <FieldPair>
        <Select
          label="Tipo de cuenta"
          name="accountBankType"
          placeholder="Elegí"
          options={typeOptions(account.accountBankType)}
          defaultValue={account.accountBankType}
          error={errors.accountBankType}
        />
        <Field
          label="Número de cuenta"
          name="accountBankNumber"
          autoComplete="off"
          inputMode="numeric"
          maxLength={40}
          defaultValue={account.accountBankNumber}
          error={errors.accountBankNumber}
        />
      </FieldPair>
      <FieldPair>
        <Field
          label="Sucursal"
          optional
          name="accountBankBranch"
          autoComplete="off"
          maxLength={20}
          defaultValue={account.accountBankBranch}
          error={errors.accountBankBranch}
        />
        <Field
          label="A nombre de"
          optional
          name="accountName"
          autoComplete="off"
          maxLength={80}
          defaultValue={account.accountName}
          error={errors.accountName}
        />
      </FieldPair>
    </>
  )
}
