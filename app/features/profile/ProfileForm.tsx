import { useRef } from 'react'
import * as z from 'zod/mini'
import { useApp } from '#app/context.ts'
import { ContactFields, IdentityFields } from '#app/features/account/PersonFields.tsx'
import { addressFields, joinAddress, splitAddress } from '#app/features/account/postalAddress.ts'
import { useUnsavedChanges } from '#app/features/profile/useUnsavedChanges.tsx'
import { shortDate } from '#contract/dates.ts'
import type { User } from '#contract/entities/user.ts'
import { typedMobile } from '#contract/fields/mobile.ts'
import { Profile, REFUSED_FIELDS } from '#contract/fields/profile.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { updateUser } from '#contract/user/updateUser.ts'
import { userData } from '#contract/user/userData.ts'
import { useCallMutation, useCallQuery } from '#kit/api/callQueries.ts'
import { Card } from '#kit/display/Card.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { Field } from '#kit/form/Field.tsx'
import { requiredText } from '#kit/form/Form.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'
import { documentText, mobileText } from '#kit/format/person.ts'

const { address: _address, birthdate, ...names } = Profile.shape
const Fields = z.object({
  ...names,
  mobile: typedMobile(),
  birthdate: requiredText(birthdate),
  ...addressFields,
})

/** Changes the profile. The document is shown only: it identifies the account. */
export function ProfileForm({ user }: { user: User }) {
  const { session } = useApp()
  const ref = useRef<HTMLFormElement>(null)
  const { check, markStored, guard } = useUnsavedChanges(ref)
  const form = useMutationForm({
    ref,
    values: {
      ...user,
      birthdate: shortDate(user.birthdate),
      mobile: mobileText(user.mobile),
      ...splitAddress(user.address),
    },
    refusedFields: REFUSED_FIELDS,
    checks: { mobile: typedMobile, birthdate: () => birthdate },
    mutation: useCallMutation(updateUser, { invalidates: [userData, loyalties] }),
    schema: Fields,
    request: ({ street, city, country, ...profile }) => ({
      user: { ...profile, address: joinAddress({ street, city, country }) },
    }),
    onSuccess: ({ user: changed }) => {
      session.update((stored) => ({ ...stored, user: { ...stored.user, ...changed } }))
      markStored()
      showToast('Guardamos tus datos')
    },
  })
  return (
    <MutationForm
      form={form}
      action="guardar tus datos"
      button="Guardar los cambios"
      onInput={check}
    >
      {guard}
      <Card title="Quién sos">
        <IdentityFields birthdateNote="La podés corregir vos una sola vez.">
          <div>
            <Field
              label="Cédula de identidad"
              hint="No se puede cambiar, porque identifica tu cuenta."
              value={documentText(user.documentNumber)}
              readOnly
            />
            <TextLink to="/commnents">Avisanos si está mal</TextLink>
          </div>
        </IdentityFields>
        <div>
          <TextLink to="/commnents" search={{ about: 'birthdate' }}>
            ¿Ya la corregiste? Mandanos una foto de tu cédula
          </TextLink>
        </div>
      </Card>
      <Card title="Cómo te encontramos">
        <ContactFields />
      </Card>
    </MutationForm>
  )
}

export function ProfileSection() {
  const query = useCallQuery(userData, {})
  return (
    <QueryView query={query} skeleton={<Skeleton shape="chart" count={2} />}>
      {({ user }) => <ProfileForm user={user} />}
    </QueryView>
  )
}
