import 'reflect-metadata'
import { Type } from 'class-transformer'
import {
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator'

const STAMP = /^\d{14}$/

/** Applies property decorators to a class. */
function fields(target, decorators) {
  for (const [name, all] of Object.entries(decorators))
    for (const decorator of all) decorator(target.prototype, name)
}
const short = (max) => [IsString(), MaxLength(max)]

class RequestHeaderDto {}
fields(RequestHeaderDto, {
  netId: short(40),
  netDescription: short(100),
  dateTime: short(20),
  userSessionToken: short(100),
  auditNumber: [Matches(/^[0-9A-Za-z-]{1,20}$/)],
  version: [Matches(/^[aib]-\d+\.\d+\.\d+$/)],
  netPassword: short(100),
  netUser: short(200),
  lastUpdateData: short(20),
})

export class MovementsDto {
  branchCode = ''
  clientRUT = ''
  count = 1000
  after = ''
}
fields(MovementsDto, {
  requestHeader: [ValidateNested(), Type(() => RequestHeaderDto)],
  loyaltyCode: short(40),
  dateFrom: [Matches(STAMP)],
  dateTo: [Matches(STAMP)],
  branchCode: short(20),
  clientRUT: short(20),
  count: [IsOptional(), IsInt(), Min(1), Max(1000)],
  after: short(60),
})
