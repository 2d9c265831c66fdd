// The peer: NestJS on its default platform with TypeORM, built as their documentation shows. Plain
// JavaScript without a compiler, so decorators are called as functions.
import 'reflect-metadata'
import { createHash } from 'node:crypto'
import {
  Body,
  Controller,
  HttpCode,
  Injectable,
  Module,
  NotFoundException,
  Post,
  Req,
  UnauthorizedException,
  UseGuards,
  UseInterceptors,
  ValidationPipe,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { getDataSourceToken, getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm'
import { pino } from 'pino'
import { Counter, Histogram } from 'prom-client'
import { tap } from 'rxjs'
import { And, IsNull, LessThan, MoreThan, MoreThanOrEqual } from 'typeorm'
import { entities, LedgerAccount, Movement, Session } from './nestEntities.mjs'
import { MovementsDto } from './nestRequest.mjs'

const [, , url, port, connections] = process.argv

/** Applies decorators to a class, its constructor's parameters, and one of its methods. */
function decorate(target, { needs = [], on = [], method, methodOn = [], argumentsOn = [] }) {
  Reflect.defineMetadata(
    'design:paramtypes',
    needs.map(() => Object),
    target,
  )
  Reflect.defineMetadata(
    'self:paramtypes',
    needs.map((param, index) => ({ index, param })),
    target,
  )
  if (method) {
    const types = argumentsOn.map(([, type]) => type)
    Reflect.defineMetadata('design:paramtypes', types, target.prototype, method)
    argumentsOn.forEach(([decorator], index) => decorator(target.prototype, method, index))
    const descriptor = Object.getOwnPropertyDescriptor(target.prototype, method)
    for (const decorator of methodOn) decorator(target.prototype, method, descriptor)
  }
  for (const decorator of on) decorator(target)
}

class SessionGuard {
  constructor(sessions) {
    this.sessions = sessions
  }
  async canActivate(context) {
    const request = context.switchToHttp().getRequest()
    const token = request.body?.requestHeader?.userSessionToken ?? ''
    const [session] = await this.sessions.find({
      where: {
        tokenHash: createHash('sha256').update(token).digest(),
        revokedAt: IsNull(),
        expiresAt: MoreThan(new Date()),
      },
      relations: { person: { roles: true } },
    })
    if (!session?.person.roles.some(({ roleCode }) => roleCode === '2'))
      throw new UnauthorizedException()
    request.personId = session.personId
    return true
  }
}
decorate(SessionGuard, { needs: [getRepositoryToken(Session)], on: [Injectable()] })

const log = pino({ timestamp: pino.stdTimeFunctions.isoTime })
const calls = new Counter({ name: 'calls_total', help: 'Answers', labelNames: ['service', 'code'] })
const durations = new Histogram({ name: 'call_seconds', help: 'Time', labelNames: ['service'] })

class Account {
  intercept(_context, next) {
    const started = performance.now()
    return next.handle().pipe(
      tap(() => {
        const ms = performance.now() - started
        calls.inc({ service: 'movements', code: '00' })
        durations.observe({ service: 'movements' }, ms / 1000)
        log.info({ service: 'movements', code: '00', ms: Math.round(ms) }, 'answered')
      }),
    )
  }
}
decorate(Account, { on: [Injectable()] })

/** `yyyyMMddHHmmss` in Montevideo, which is UTC-3 without daylight saving since 2015. */
const toStamp = (at) =>
  new Date(at.getTime() - 10_800_000).toISOString().replace(/\D/g, '').slice(0, 14)
const fromStamp = (text) =>
  new Date(text.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6-03:00'))

class MovementsService {
  constructor(accounts, movements, source) {
    Object.assign(this, { accounts, movements, source, block: 0, place: 10_000 })
  }
  async page(personId, { loyaltyCode, dateFrom, dateTo, branchCode, count }) {
    const account = await this.accounts.findOne({
      where: { loyaltyCode, loyalty: { personId } },
      relations: { loyalty: true },
    })
    if (!account) throw new NotFoundException()
    const until = new Date(fromStamp(dateTo).getTime() + 1000)
    const rows = await this.movements.find({
      where: {
        loyaltyCode,
        at: And(MoreThanOrEqual(fromStamp(dateFrom)), LessThan(until)),
        ...(branchCode && { branchCode }),
      },
      relations: { branch: true },
      order: { at: 'DESC', rrn: 'DESC' },
      take: count + 1,
    })
    const last = rows.length > count ? rows[count - 1] : undefined
    return {
      responseHeader: {
        responseCode: '00',
        responseDescription: 'AUTORIZADO',
        rrn: await this.rrn(),
        updatedData: null,
      },
      movements: rows.slice(0, count).map((row) => ({
        rrn: row.rrn,
        datetime: toStamp(row.at),
        kind: row.kind,
        branchCode: row.branchCode,
        branchName: row.branch.name,
        product: row.product,
        millilitres: row.millilitres,
        currency: row.currency,
        amount: Number(row.amount),
        discount: Number(row.discount),
        points: row.points,
        plate: row.plate,
      })),
      next: last ? `${last.at.getTime()}.${last.rrn}` : '',
    }
  }
  async rrn() {
    if (this.place >= 10_000) {
      const [row] = await this.source.query(`select nextval('rrn_block') as block`)
      Object.assign(this, { block: Number(row.block), place: 0 })
    }
    return String(this.block * 10_000 + this.place++).padStart(12, '0')
  }
}
decorate(MovementsService, {
  needs: [getRepositoryToken(LedgerAccount), getRepositoryToken(Movement), getDataSourceToken()],
  on: [Injectable()],
})

class FinancialController {
  constructor(service) {
    this.service = service
  }
  movements(body, request) {
    return this.service.page(request.personId, body)
  }
}
decorate(FinancialController, {
  needs: [MovementsService],
  on: [Controller('api/financial/process'), UseGuards(SessionGuard), UseInterceptors(Account)],
  method: 'movements',
  methodOn: [Post('movements'), HttpCode(200)],
  argumentsOn: [
    [Body(), MovementsDto],
    [Req(), Object],
  ],
})

class AppModule {}
decorate(AppModule, {
  on: [
    Module({
      imports: [
        TypeOrmModule.forRoot({
          type: 'postgres',
          url,
          entities,
          extra: { max: Number(connections) },
        }),
        TypeOrmModule.forFeature(entities),
      ],
      controllers: [FinancialController],
      providers: [MovementsService],
    }),
  ],
})

const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] })
app.useBodyParser('json', { type: ['text/plain', 'application/json'] })
app.useGlobalPipes(new ValidationPipe({ transform: true }))
await app.listen(Number(port), '127.0.0.1')
process.send?.('ready')
process.on('disconnect', () => process.exit(0))
