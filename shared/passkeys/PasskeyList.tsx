import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { MAX_PASSKEYS, type Passkey } from '#contract/entities/passkey.ts'
import { PasskeyName } from '#contract/fields/passkeyName.ts'
import { passkeys } from '#contract/passkey/passkeys.ts'
import { removePasskey } from '#contract/passkey/removePasskey.ts'
import { renamePasskey } from '#contract/passkey/renamePasskey.ts'
import { useCallMutation, useCallQuery } from '#kit/api/callQueries.ts'
import { signalAccepted } from '#kit/browser/passkey.ts'
import { Button } from '#kit/display/Button.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List } from '#kit/display/List.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form, SubmitError } from '#kit/form/Form.tsx'
import { useMutationForm } from '#kit/form/MutationForm.tsx'
import { longDate } from '#kit/format/dates.ts'
import { AddPasskey } from '#shared/passkeys/AddPasskey.tsx'

export function PasskeyList() {
  const query = useCallQuery(passkeys, {})
  return (
    <QueryView query={query} skeleton={<Skeleton shape="row" count={2} />}>
      {({ passkeys: all }) => (
        <>
          {all.length === 0 ? (
            <p className="text-soft">Todavía no agregaste ninguna.</p>
          ) : (
            <Passkeys all={all} />
          )}
          {all.length < MAX_PASSKEYS && <AddPasskey />}
        </>
      )}
    </QueryView>
  )
}

function Passkeys({ all }: { all: readonly Passkey[] }) {
  const [renamed, setRenamed] = useState<string>()
  const removal = useConfirmedCall(removePasskey, {
    invalidates: [passkeys],
    question: ({ name }: Passkey) => ({
      title: '¿Quitar esa llave?',
      verb: 'Quitar la llave',
      text: `Ya no vas a poder ingresar con «${name}», y te avisamos por correo. Tu contraseña sigue sirviendo, y las sesiones abiertas siguen abiertas. Si tu dispositivo te la sigue ofreciendo, borrala también de su gestor de contraseñas.`,
      danger: true,
    }),
    request: ({ passkeyId }) => ({ passkeyId }),
    onSuccess: ({ accepted }) => {
      showToast('Quitamos esa llave')
      void signalAccepted(accepted)
    },
  })
  return (
    <>
      <List label="Tus llaves de acceso">
        {all.map((passkey) =>
          passkey.passkeyId === renamed ? (
            <li key={passkey.passkeyId} className="px-4 py-3">
              <RenamePasskey passkey={passkey} onDone={() => setRenamed(undefined)} />
            </li>
          ) : (
            <PasskeyRow
              key={passkey.passkeyId}
              passkey={passkey}
              onRename={() => setRenamed(passkey.passkeyId)}
              onRemove={() => removal.ask(passkey)}
            />
          ),
        )}
      </List>
      <SubmitError mutation={removal} />
      {removal.dialog}
    </>
  )
}

interface RowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey: { name, since, lastUse, synced }, onRename, onRemove }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-3">
      <IconCircle icon={KeyRound} />
      <div className="min-w-0 flex-1 basis-[12rem]">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-soft">
          {lastUse ? `Usada por última vez el ${longDate(lastUse)}` : 'Todavía no la usaste'}
        </p>
        <p className="text-sm text-soft">
          Agregada el {longDate(since)}
          {synced && '. Se guarda en tu cuenta del gestor de contraseñas'}
        </p>
      </div>
      <div className="-mx-3 flex flex-wrap">
        <Button kind="plain" aria-label={`Cambiar el nombre de ${name}`} onClick={onRename}>
          Cambiar el nombre
        </Button>
        <Button kind="plain" aria-label={`Quitar ${name}`} onClick={onRemove}>
          Quitar
        </Button>
      </div>
    </li>
  )
}

const Fields = z.object({ name: PasskeyName })

/** The button that had the focus is gone. */
const select = (input: HTMLInputElement | null) => input?.select()

interface Props {
  passkey: Passkey
  onDone: () => void
}

function RenamePasskey({ passkey: { passkeyId, name }, onDone }: Props) {
  const form = useMutationForm({
    mutation: useCallMutation(renamePasskey, { invalidates: [passkeys] }),
    schema: Fields,
    request: (fields) => ({ passkeyId, ...fields }),
    onSuccess: onDone,
  })
  return (
    <Form form={form} onSubmit={form.submit}>
      <Field
        ref={select}
        label="Nombre de la llave"
        hint="Como vos la reconozcas: «Mi teléfono», «Computadora de casa»."
        name="name"
        defaultValue={name}
        maxLength={40}
        autoComplete="off"
      />
      <SubmitError mutation={form} />
      <div className="flex flex-wrap-reverse gap-2 *:flex-1">
        <Button kind="quiet" onClick={onDone}>
          Cancelar
        </Button>
        <Button type="submit" busy={form.isPending}>
          Guardar el nombre
        </Button>
      </div>
    </Form>
  )
}
