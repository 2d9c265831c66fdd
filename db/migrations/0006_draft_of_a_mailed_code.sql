DROP INDEX "mailed_code_standing";--> statement-breakpoint
ALTER TABLE "mailed_code" ADD COLUMN "draft" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "mailed_code_standing" ON "mailed_code" USING btree ("person_id","purpose",(coalesce(draft ->> 'passwordHash', ''))) WHERE ended_at is null;