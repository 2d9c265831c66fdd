import { CLAIMS_TITLE } from '#app/features/loyalty/claimsTitle.ts'
import { TextLink } from '#kit/display/RouteLink.tsx'

export function ClaimsLink() {
  return (
    <div>
      <TextLink to="/movements" search={{ claims: 'all' }}>
        {CLAIMS_TITLE}
      </TextLink>
    </div>
  )
}
