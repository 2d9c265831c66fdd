import type { FormEvent } from 'react'
import * as z from 'zod/mini'
import type { Passkey } from '#contract/entities/passkey.ts'
import { PasskeyName } from '#contract/fields/passkeyName.ts'
import { passkeys } from '#contract/passkey/passkeys.ts'
import { renamePasskey } from '#contract/passkey/renamePasskey.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form } from '#kit/form/Form.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { useFormValidation } from '#kit/form/useFormValidation.ts'

const Fields = z.object({ name: PasskeyName })

/** The button that had the focus is gone. */
const select = (input: HTMLInputElement | null) => input?.select()

interface Props {
  passkey: Passkey
  onDone: () => void
}

/** The name of a passkey, in the place of its row. */
export function RenamePasskey({ passkey: { passkeyId, name }, onDone }: Props) {
  const { errors, validate } = useFormValidation()
  const rename = useCallMutation(renamePasskey, { invalidates: [passkeys] })
  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const fields = validate(currentTarget, Fields)
    if (fields) rename.mutate({ passkeyId, ...fields }, { onSuccess: onDone })
  }
  return (
    <Form onSubmit={submit}>
      <Field
        ref={select}
        label="Nombre de la llave"
        hint="Como vos la reconozcas: «Mi teléfono», «Computadora de casa»."
        name="name"
        defaultValue={name}
        maxLength={40}
        autoComplete="off"
        error={errors.name}
      />
      <SubmitError error={rename.error} />
      <div className="flex flex-wrap-reverse gap-2 *:flex-1">
        <Button kind="quiet" onClick={onDone}>
          Cancelar
        </Button>
        <Button type="submit" busy={rename.isPending}>
          Guardar el nombre
        </Button>
      </div>
    </Form>
  )
}
