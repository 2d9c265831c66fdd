import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { shrinkPicture } from '#app/device/shrinkPicture.ts'
import { Birthdate } from '#contract/fields/birthdate.ts'
import { DocumentPicture } from '#contract/fields/documentPicture.ts'
import { contact } from '#contract/user/contact.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { DayField } from '#kit/form/DayField.tsx'
import { Field } from '#kit/form/Field.tsx'
import { requiredText } from '#kit/form/Form.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'

const Fields = z.object({
  birthdate: requiredText(Birthdate),
  picture: requiredText(DocumentPicture),
})
const TITLE = 'Corregir mi fecha de nacimiento'

/** Asks for another birthdate with a photo of the document, which is never stored on the device. */
export function BirthdateForm() {
  const shrinking = useMutation({ mutationFn: shrinkPicture })
  const picture = shrinking.data ?? ''
  const sending = useCallMutation(contact, { invalidates: [sentMessages] })
  const form = useMutationForm({
    mutation: sending,
    schema: Fields,
    refusedFields: { invalid_birthdate: 'birthdate' },
    request: (fields) => ({ ...fields, title: TITLE, type: 'Corrección', text: 'Mando una foto.' }),
  })
  if (sending.isSuccess)
    return (
      <Alert tone="good" title="Nos llegó tu foto">
        La mira una persona de la red y la borramos apenas decide. Te avisamos acá.
      </Alert>
    )
  return (
    <MutationForm form={form} action="mandar la foto" button="Enviar">
      <p className="text-pretty text-soft">
        La primera vez la corregís vos en Mis Datos. Después, o si cambia desde cuándo podés pagar
        con tarjeta, necesitamos ver tu cédula.
      </p>
      <DayField
        label="Tu fecha de nacimiento"
        hint="Día, mes y año: 15/03/1987."
        name="birthdate"
      />
      {picture === '' ? (
        <Field
          label="Foto de tu cédula"
          name="picture"
          type="file"
          accept="image/*"
          capture="environment"
          hint="La ve solo quien decide, y después la borramos; si nadie decide, a los 30 días."
          error={
            shrinking.isError ? 'No pudimos abrir esa foto: sacá otra o elegí otra.' : undefined
          }
          onChange={({ target: { files } }) => files?.[0] && shrinking.mutate(files[0])}
        />
      ) : (
        <>
          <img
            src={`data:image/jpeg;base64,${picture}`}
            alt="La foto que vas a mandar"
            className="max-h-80 rounded-control border border-line bg-sunken object-contain"
          />
          <Button kind="quiet" onClick={() => shrinking.reset()}>
            Quitar la foto
          </Button>
        </>
      )}
      <input type="hidden" name="picture" value={picture} />
    </MutationForm>
  )
}
