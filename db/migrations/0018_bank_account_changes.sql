CREATE TABLE "bank_account_change" (
	"person_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"undo_hash" "bytea" NOT NULL,
	"earlier" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "bank_account_change_person_id_number_pk" PRIMARY KEY("person_id","number")
);
--> statement-breakpoint
ALTER TABLE "bank_account_change" ADD CONSTRAINT "bank_account_change_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_account_change_of_link" ON "bank_account_change" USING btree ("undo_hash");--> statement-breakpoint
CREATE INDEX "bank_account_change_expiring" ON "bank_account_change" USING btree ("expires_at");