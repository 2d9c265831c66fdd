import { FileClock } from 'lucide-react'
import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { ListItem } from '#kit/display/List.tsx'
import { nearDay } from '#kit/format/dates.ts'

export const since = (stamp: string, now: Date): string => {
  const day = nearDay(stamp, now).toLowerCase()
  return `desde ${/^\d/.test(day) ? 'el ' : ''}${day}`
}

export function requestRow(request: MembershipRequest, now: Date) {
  const { reference, programmeName, datetime, sponsorDatetime } = request
  const ofSponsor = request.sponsored && request.state === 'PENDING'
  const from = since(ofSponsor ? datetime : sponsorDatetime || datetime, now)
  return (
    <ListItem
      key={reference}
      to="/listLoyalty"
      mark={<IconCircle icon={FileClock} tone="warn" />}
      title={`Pediste entrar a ${programmeName}`}
      detail={`Tu solicitud la está mirando ${ofSponsor ? 'el auspiciante' : 'Disa'} ${from}. Te avisamos apenas decida.`}
    />
  )
}
