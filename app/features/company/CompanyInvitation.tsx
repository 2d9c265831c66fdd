import { shortDate } from '#contract/dates.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { acceptInvitation } from '#contract/loyalty/acceptInvitation.ts'
import { type CompanyDriver, companyDrivers } from '#contract/loyalty/companyDrivers.ts'
import { endCompanyDriver } from '#contract/loyalty/endCompanyDriver.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { SubmitError } from '#kit/form/Form.tsx'

/** A company that invited the caller, or that the caller is a driver of. */
export function CompanyInvitation({ loyalty, of }: { loyalty: Loyalty; of: CompanyDriver }) {
  const { invitationId, holder, clientRUT, acceptedAt } = of
  const accepting = useCallMutation(acceptInvitation, { invalidates: [companyDrivers] })
  const ending = useConfirmedCall(endCompanyDriver, {
    invalidates: [companyDrivers],
    question: (accepted: boolean) => ({
      title: accepted ? '¿Dejar la empresa?' : '¿Rechazar la invitación?',
      text: accepted
        ? `${holder} deja de ver lo que cargues de ahora en más. Lo de antes queda en sus resúmenes.`
        : `${holder} no ve nada tuyo. Te puede invitar de nuevo.`,
      verb: accepted ? 'Dejar la empresa' : 'Rechazar la invitación',
      danger: true,
    }),
    request: () => ({ invitationId }),
    onSuccess: () => showToast(acceptedAt ? 'Dejaste la empresa.' : 'Rechazaste la invitación.'),
  })
  return (
    <Card
      title={acceptedAt ? `Cargás para ${holder}` : `${holder} te invita a su empresa`}
      detail={`RUT ${clientRUT}${acceptedAt && ` · desde el ${shortDate(acceptedAt)}`}`}
    >
      <p>
        {acceptedAt ? 'Ve' : 'Si aceptás, va a ver'} lo que cargues con los vehículos de la empresa
        y la afiliación {loyalty.programmeName}: día, estación, litros, importe y comprobante. Las
        cargas de tus otros vehículos, no.
      </p>
      <SubmitError
        action="contestar la invitación"
        mutation={accepting.error ? accepting : ending}
      />
      <div className="flex flex-wrap gap-2">
        {!acceptedAt && (
          <Button
            busy={accepting.isPending}
            onClick={() =>
              accepting.mutate(
                { invitationId, loyaltyCode: loyalty.loyaltyCode },
                { onSuccess: () => showToast(`Ahora cargás para ${holder}.`) },
              )
            }
          >
            Aceptar la invitación
          </Button>
        )}
        <Button kind="plain" onClick={() => ending.ask(acceptedAt !== '')}>
          {acceptedAt ? 'Dejar la empresa' : 'Rechazar'}
        </Button>
      </div>
      {ending.dialog}
    </Card>
  )
}
