import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useApp, useSession } from '#app/context.ts'
import { BankAccountFields } from '#app/features/account/BankAccountFields.tsx'
import { RegisterStep } from '#app/features/account/RegisterStep.tsx'
import { recordUse } from '#app/features/invitations/invitationTiming.ts'
import { BenefitSentences, BenefitsView } from '#app/features/loyalty/ProgrammeBenefits.tsx'
import { approvalText, RetainedPoints } from '#app/features/loyalty/ProgrammeCard.tsx'
import { VehicleFields } from '#app/features/loyalty/VehicleFields.tsx'
import type { RequestOf } from '#contract/call.ts'
import { MembershipRequestDraft, VehicleDraft } from '#contract/entities/membershipRequest.ts'
import { bankAccount, NO_BANK_ACCOUNT, optionalBankAccount } from '#contract/fields/bankAccount.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList, type Programme } from '#contract/loyalty/membershipRequestList.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { ownKey } from '#kit/browser/perUserStorage.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { Skeleton } from '#kit/feedback/QueryView.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { Field } from '#kit/form/Field.tsx'
import { Form, SubmitError, useForm } from '#kit/form/Form.tsx'
import { formText } from '#kit/form/formText.ts'
import { useDraft } from '#kit/form/useDraft.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step of the join form from 0, so that Back leads to the step before. */
    joinStep?: number
  }
}

interface Props {
  programme: Programme
  /** Whether there is another one to join. */
  isChoice: boolean
}

/**
 * The request for a loyalty in steps of one form, so that changing the step loses nothing. The
 * draft survives a reload, without the account number.
 */
export function JoinForm({ programme, isChoice }: Props) {
  const { storage } = useApp()
  const email = useSession()?.user.email ?? ''
  const draft = useDraft(ownKey(email, 'join'), ['accountBankNumber'])
  const navigate = useNavigate()
  const { history } = useRouter()
  const { state, search } = useLocation()
  const step = Math.min(state.joinStep ?? 0, JOIN_STEPS.length - 1)
  const last = step === JOIN_STEPS.length - 1
  const form = useForm({ values: draft.stored })
  const request = useCallMutation(membershipRequest, { invalidates: [membershipRequestList] })
  const goTo = (joinStep: number, replace = false) =>
    void navigate({ to: '/listLoyalty', search, state: { joinStep }, replace })

  const submit = () => {
    const fields = validateSteps()
    if (!fields) return
    if (!last) {
      goTo(step + 1)
      return
    }
    request.mutate(
      { request: toRequestDraft(programme.code, fields) },
      {
        onSuccess: () => {
          draft.clear()
          recordUse(storage)
          void navigate({ to: '/listLoyalty', replace: true }).then(() =>
            showToast('Mandamos tu solicitud. Te avisamos apenas la decidan.'),
          )
        },
      },
    )
  }
  /** Every step up to this one: after a reload an earlier one may be incomplete, and is shown. */
  const validateSteps = () => {
    const fields: Record<string, string> = {}
    for (let at = 0; at <= step; at++) {
      const valid = form.validate(joinSchema(at, form.ref.current))
      if (!valid && at < step) goTo(at, true)
      if (!valid) return null
      Object.assign(fields, valid)
    }
    return fields
  }

  const shown = (at: number) => ({ hidden: at !== step, className: 'contents' })
  return (
    <Form
      form={form}
      onSubmit={submit}
      onInput={(event) => draft.save(new FormData(event.currentTarget))}
    >
      {step === 0 && <JoinedProgramme programme={programme} isChoice={isChoice} />}
      <RegisterStep number={step + 1} total={JOIN_STEPS.length}>
        {JOIN_STEPS[step]?.title}
      </RegisterStep>
      <p className="text-soft">{JOIN_STEPS[step]?.lead}</p>
      <div {...shown(0)}>
        <VehicleFields />
      </div>
      <div {...shown(1)}>
        <BillingFields hinted />
      </div>
      <div {...shown(2)}>
        <BankAccountFields />
      </div>
      <SubmitError action="mandar la solicitud" mutation={request} />
      <Button type="submit" wide busy={request.isPending}>
        {last ? 'Mandar la solicitud' : 'Seguir'}
      </Button>
      {step > 0 && (
        <Button kind="plain" wide onClick={() => history.back()}>
          Volver al paso anterior
        </Button>
      )}
    </Form>
  )
}

/** The programme of the request, with what it gives. */
function JoinedProgramme({ programme, isChoice }: Props) {
  return (
    <Card title={programme.name} detail={approvalText(programme)}>
      <RetainedPoints programme={programme} />
      <BenefitsView
        skeleton={<Skeleton shape="text" count={3} />}
        instead={<p className="text-soft">Cuántos puntos da se ve con conexión.</p>}
      >
        {(all) =>
          all
            .filter(({ code }) => code === programme.code)
            .map((one) => <BenefitSentences key={one.code} programme={one} />)
        }
      </BenefitsView>
      {isChoice && (
        <div>
          <TextLink to="/listLoyalty">Elegir otro programa</TextLink>
        </div>
      )}
    </Card>
  )
}

interface BillingProps {
  /** Explains the fields to a person who asks for a loyalty. */
  hinted?: boolean
}

/** RUT and card number of a loyalty; both may stay empty. */
export function BillingFields({ hinted = false }: BillingProps) {
  const digits = (name: string) => ({
    name,
    optional: true,
    autoComplete: 'off',
    inputMode: 'numeric' as const,
    maxLength: 30,
  })
  return (
    <>
      <Field
        label="RUT"
        hint={hinted ? 'Si cargás para una empresa. Doce dígitos, con o sin puntos.' : undefined}
        {...digits('clientRUT')}
      />
      <Field
        label="Tarjeta Surtidor"
        hint={hinted ? CARD_HINT : undefined}
        {...digits('clientCardNumber')}
      />
    </>
  )
}

const CARD_HINT =
  'Si tenés la de una afiliación anterior, el número que dice adelante. Si no, te damos uno.'

const JOIN_STEPS = [
  { title: 'Tu vehículo', lead: 'Después podés agregar otros.' },
  { title: 'RUT y tarjeta', lead: 'Si no tenés, dejalos vacíos.' },
  {
    title: 'Cuenta bancaria',
    lead: 'Ahí va lo que el programa te devuelva. Podés dejarla vacía y agregarla después.',
  },
] as const

const { clientRUT, clientCardNumber } = MembershipRequestDraft.shape
const SCHEMAS = [VehicleDraft, z.object({ clientRUT, clientCardNumber })] as const

/** The schema of the fields of a step. A bank account may be empty, but not incomplete. */
function joinSchema(step: number, form: HTMLFormElement | null): z.ZodMiniType<object> {
  const schema = SCHEMAS[step]
  if (schema) return schema
  const isEmpty = Object.keys(NO_BANK_ACCOUNT).every(
    (name) => !form || formText(form, name).trim() === '',
  )
  return z.object(isEmpty ? optionalBankAccount() : bankAccount())
}

function toRequestDraft(
  programme: string,
  fields: Readonly<Record<string, string>>,
): RequestOf<typeof membershipRequest>['request'] {
  const { mark = '', plate = '', fuel = '', ...rest } = fields
  return { programme, vehicle: { mark, plate, fuel }, ...rest }
}
