CREATE TABLE "purchase_claim" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"loyalty_code" text NOT NULL,
	"rut" text NOT NULL,
	"type" integer NOT NULL,
	"series" text NOT NULL,
	"number" integer NOT NULL,
	"identity" text NOT NULL,
	"amount" bigint NOT NULL,
	"date" text NOT NULL,
	"security_code" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"operator_from" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"sale_identity" text,
	"reason" text,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "purchase_claim_decided" CHECK (("purchase_claim"."state" = 'waiting') = ("purchase_claim"."decided_at" is null)),
	CONSTRAINT "purchase_claim_credited" CHECK (("purchase_claim"."state" = 'credited') = ("purchase_claim"."sale_identity" is not null)),
	CONSTRAINT "purchase_claim_rejected" CHECK (("purchase_claim"."state" = 'rejected') = ("purchase_claim"."reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "sale_event" ADD COLUMN "security_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_claim" ADD CONSTRAINT "purchase_claim_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_claim" ADD CONSTRAINT "purchase_claim_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_claim" ADD CONSTRAINT "purchase_claim_sale_identity_sale_event_identity_fk" FOREIGN KEY ("sale_identity") REFERENCES "public"."sale_event"("identity") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_claim_once" ON "purchase_claim" USING btree ("identity") WHERE state <> 'rejected';--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_claim_sale" ON "purchase_claim" USING btree ("sale_identity") WHERE sale_identity is not null;--> statement-breakpoint
CREATE INDEX "purchase_claim_of_person" ON "purchase_claim" USING btree ("person_id","at");--> statement-breakpoint
CREATE INDEX "purchase_claim_waiting" ON "purchase_claim" USING btree ("operator_from","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "purchase_claim_answered" ON "purchase_claim" USING btree ("decided_at") WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX "sale_event_unmatched_ticket" ON "sale_event" USING btree ("amount","at") WHERE loyalty_code is null and kind = 'sale' and identity like 'ticket:%';