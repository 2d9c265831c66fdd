import { ContactFields } from '#app/features/account/ContactFields.tsx'
import type { Draft } from '#app/features/account/formDraft.ts'
import { PublicLink } from '#app/firstScreen/PublicLink.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import type { FieldErrors } from '#kit/form/useFormValidation.ts'

/** Step 2 of the registration: contact data and consent. */
export function RegisterContact({ draft, errors }: { draft: Draft; errors: FieldErrors }) {
  return (
    <>
      <ContactFields values={draft} errors={errors} />
      <div>
        <Checkbox name="consent" defaultChecked={draft.consent === 'on'} error={errors.consent}>
          Acepto los términos y condiciones, y que usen mis datos como dicen.
        </Checkbox>
        <p className="pl-8.5">
          <PublicLink to="/termandCondition" apart>
            Leer los términos
          </PublicLink>
        </p>
      </div>
    </>
  )
}
