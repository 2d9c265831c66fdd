CREATE TABLE "enrolment_code" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "second_factor" ADD COLUMN "wrong_codes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "second_factor" ADD COLUMN "next_code_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "second_factor" ADD COLUMN "forgiven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "wrong_codes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolment_code" ADD CONSTRAINT "enrolment_code_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Wrong codes were counted with the other failures.
UPDATE "second_factor" f SET "wrong_codes" = t."failures", "next_code_at" = t."not_before"
  FROM "login_throttle" t
  WHERE t."account_hash" = sha256(convert_to('second factor ' || f."person_id", 'UTF8'));
