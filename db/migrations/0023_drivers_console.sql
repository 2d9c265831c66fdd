ALTER TABLE "person" ADD COLUMN "locked_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "points_adjustment_of_loyalty" ON "points_adjustment" USING btree ("loyalty_code");--> statement-breakpoint
CREATE INDEX "audit_of_shown" ON "audit" USING btree ((detail ->> 'person'),"seq") WHERE action = 'showPersonalData';--> statement-breakpoint
CREATE INDEX "mail_of_recipient" ON "mail" USING btree ("recipient","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "person_newest" ON "person" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "person_apart" ON "person" USING btree ("created_at","id") WHERE confirmed_at is null or deleted_at is not null or locked_at is not null;--> statement-breakpoint
CREATE INDEX "person_of_mobile" ON "person" USING btree ("mobile");