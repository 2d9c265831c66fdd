CREATE TABLE "operator_note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"object_id" text NOT NULL,
	"text" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "operator_note_of_object" ON "operator_note" USING btree ("kind","object_id","at");--> statement-breakpoint
CREATE INDEX "audit_of_subject" ON "audit" USING btree ("subject","seq");--> statement-breakpoint
CREATE INDEX "audit_of_actor" ON "audit" USING btree ("actor_id","seq");--> statement-breakpoint
CREATE INDEX "gateway_message_of_attempt" ON "gateway_message" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "attempt_unpaid" ON "payment_attempt" USING btree ("state","created_at","id") WHERE state <> 'PAID';--> statement-breakpoint
CREATE INDEX "attempt_of_card" ON "payment_attempt" USING btree (right(masked_card, 4),"created_at","id") WHERE masked_card <> '';--> statement-breakpoint
CREATE INDEX "attempt_of_authorization" ON "payment_attempt" USING btree ("authorization_code") WHERE authorization_code <> '';--> statement-breakpoint
CREATE INDEX "attempt_of_debt" ON "payment_attempt" USING btree ("debt_reference");